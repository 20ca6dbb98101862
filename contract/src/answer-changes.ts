// What is outdated once a source, or a person in its place, has answered about a vehicle.

/** The calls whose replies show answers, and what follows from them: totals, dates, differences and pending items. */
export const ANSWER_CHANGES = [
  'resourceStatus.byResource',
  'resourceStatus.byType',
  'resourceStatus.changes',
  'catalogue.list',
  'catalogue.coverage',
  'vehicles.registryMatch',
  'vehicles.differing',
  'obligations.list',
  'obligations.weeks',
  'obligations.months',
  'pending.list',
  'pending.summary',
  'pending.mine',
] as const
