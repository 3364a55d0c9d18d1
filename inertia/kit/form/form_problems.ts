/** Marks a control with what its field cannot read, before and while it says so: an amount, a day, an IBAN. */
export const problemMark = (problem: string | null) => ({ 'data-problem': problem ?? undefined })

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What the browser can tell of a form by itself, by field: what must be filled in and is not, what is too short,
 * and what is no amount or day.
 */
export function formProblems(frame: HTMLFormElement | null): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const control of frame?.querySelectorAll<Control>('input, textarea, select') ?? []) {
    const name = control.id.startsWith(ID) ? control.id.slice(ID.length) : control.name
    const problem = control.disabled || name === '' ? null : problemOf(control)
    if (problem !== null) problems[name] = problem
  }
  return problems
}

/** A list to choose from shows what was chosen in a control that has the id of the field, and no name. */
const ID = 'field-'

function problemOf(control: Control): string | null {
  const isToggle = control.type === 'checkbox' || control.type === 'radio' || control.type === 'file'
  if (control.required && !isToggle && control.value.trim() === '') return 'Este campo es obligatorio.'
  return control.dataset.problem ?? shortness(control)
}

/** A text that says less than it must; an empty one that may be left out is none. */
function shortness(control: Control): string | null {
  if (control instanceof HTMLSelectElement || control.minLength <= 0) return null
  const length = control.value.trim().length
  return length > 0 && length < control.minLength ? `Mínimo ${control.minLength} caracteres.` : null
}
