// Whether a way leaves what is open on a tab of the screen.
type Place = { pathname: string; search: Record<string, unknown> }

export const leavesTab = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search.tab !== to.search.tab
