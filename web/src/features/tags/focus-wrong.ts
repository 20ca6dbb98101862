// After a form that could not be sent: the first field that is wrong has the focus.
export const focusWrong = (form: HTMLFormElement | null): void =>
  // Once it is drawn which one that is.
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
