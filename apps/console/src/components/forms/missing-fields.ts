/** An input of a form, or the group of a choice. */
export interface MissingField {
  /** `Name is needed` */
  problem: string;
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  /** The input, or the group of its choices. */
  control: Element;
  /** Has the label and the control, and the room below them. */
  wrapper: Element;
}

/** The required fields of a form that are empty, each named once. A disabled field waits for another one. */
export function findMissing(form: HTMLFormElement): MissingField[] {
  const found = [...form.elements].filter(isInput).filter(isMissing).map(describe);
  return found.filter(({ wrapper }, at) => found.findIndex((each) => each.wrapper === wrapper) === at);
}

export const isStillMissing = ({ input }: MissingField): boolean => input.isConnected && isMissing(input);

const isInput = (element: Element): element is MissingField['input'] =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** A radio button counts as filled in if another one of its group is checked. */
const isMissing = (input: MissingField['input']): boolean =>
  input.required && !input.disabled && (input.validity.valueMissing || input.value.trim() === '');

function describe(input: MissingField['input']): MissingField {
  const group = input.closest('[role=radiogroup]');
  const label = group ? document.getElementById(group.getAttribute('aria-labelledby') ?? '') : input.labels?.[0];
  return {
    // The label without its asterisk.
    problem: group ? 'Choose one' : `${label?.firstChild?.textContent ?? 'It'} is needed`,
    input,
    control: group ?? input,
    wrapper: label?.parentElement ?? input.parentElement ?? input,
  };
}

/** Ties the text of a problem to a control, for readers of a screen. @returns takes it away again */
export function markInvalid({ control }: MissingField, problemId: string): () => void {
  const described = control.getAttribute('aria-describedby');
  // Its frame has the colour of an error.
  const frame = control.parentElement?.closest('[data-variant]');
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', [described, problemId].filter(Boolean).join(' '));
  frame?.setAttribute('data-error', 'true');
  return () => {
    control.removeAttribute('aria-invalid');
    if (described === null) control.removeAttribute('aria-describedby');
    else control.setAttribute('aria-describedby', described);
    frame?.removeAttribute('data-error');
  };
}
