// Whether the pointer is down on a control. What moves the page must wait then: a message that appears as a field is
// left would push the button away from under the pointer, and the click would miss it.
export const isPressing = (): boolean => document.querySelector(':is(button, label, a):active') !== null
