import type { InertiaFormProps } from '@inertiajs/react'
import { changedNames, sentName } from '~/kit/form/sent_names'

export type FormValues = Record<string, unknown>

// The page library derives types from the fields one by one; ours are checked at `field()` instead.
export type SentValues = Record<string, string>
export type SentForm = InertiaFormProps<SentValues>

/** What a field of the kit needs: its value, how to change it and its error. */
export type FieldBinding<Value> = {
  name: string
  value: Value
  onChange: (value: Value) => void
  error?: string
}

/** How the values of a form are read and changed. */
export function formFields<T extends FormValues>(form: SentForm) {
  const errors = form.errors as SentValues
  /** What values were bound under, where that is another name than their own. */
  const bound = new Map<string, string>()
  /** What was wrong with values that are others now is no longer said. */
  const forgive = (changed: FormValues) => {
    const before = form.data as unknown as FormValues
    const names = Object.entries(changed)
      .flatMap(([name, value]) => changedNames(bound.get(name) ?? sentName(name), before[name], value))
      .filter((name) => errors[name])
    if (names.length > 0) form.clearErrors(...(names as never[]))
  }
  const set = (values: Partial<T>) => {
    form.setData((current) => ({ ...current, ...values }) as never)
    forgive(values)
  }
  return {
    values: form.data as unknown as T,
    set,
    /** Changes a value from what it is by then, for what comes in later than it was asked for. */
    change:
      <Name extends keyof T & string>(name: Name) =>
      (next: (value: T[Name]) => T[Name]) => {
        form.setData(((current: FormValues) => ({
          ...current,
          [name]: next(current[name] as T[Name]),
        })) as never)
        forgive({ [name]: next((form.data as unknown as T)[name]) })
      },
    /** Binds a field to a value; `sentAs` is what the server calls it, where that is another name than `sentName` gives. */
    field<Name extends keyof T & string>(name: Name, sentAs: string = sentName(name)): FieldBinding<T[Name]> {
      bound.set(name, sentAs)
      return {
        name: sentAs,
        value: (form.data as unknown as T)[name],
        error: errors[sentAs],
        onChange: (value) => set({ [name]: value } as unknown as Partial<T>),
      }
    },
  }
}
