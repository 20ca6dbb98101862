// Whether the pointer is down on a control. Layout changes must wait then: a message that appears when a field is left
// would move the button away from the pointer, and the click would miss it.
export const isPressing = (): boolean => document.querySelector(':is(button, label, a):active') !== null
