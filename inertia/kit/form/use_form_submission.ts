import { useForm } from '@inertiajs/react'
import { type FormValues, formFields, type SentValues } from '~/kit/form/form_fields'
import { useFollowedValues } from '~/kit/form/use_followed_values'
import { useLeaveGuard } from '~/kit/form/use_leave_guard'
import { type SendingOptions, useSending } from '~/kit/form/use_sending'
import { useWorkInHand } from '~/kit/form/work_in_hand'

type Options<T extends FormValues> = SendingOptions<T> & {
  initial: T
  /** `ask` (the rule for pages) asks before leaving with unsaved changes. */
  leaving?: 'ask' | 'allow'
}

/** Errors that the dialog of the second factor shows itself. */
const stepUpFields: readonly string[] = ['step_up', 'step_up_demo']

/**
 * One form: its values, errors by field, processing, the two seconds of «Guardado» and the second factor when the
 * server asks for it. What is typed stays whatever becomes of it: refused, not arrived, or the record changed meanwhile,
 * which the fields that nobody touched follow.
 */
export function useFormSubmission<T extends FormValues>(options: Options<T>) {
  const form = useForm<SentValues>(options.initial as SentValues)
  const { startAnew, wasRefused, ...sending } = useSending(form, options)
  useLeaveGuard(options.leaving !== 'allow' && form.isDirty && !form.processing)
  useWorkInHand(form.isDirty)
  useFollowedValues(options.initial, form.data as unknown as T, (followed, start) => {
    form.setDefaults(start as never)
    form.setData((current) => ({ ...current, ...followed }) as never)
  })
  const errors = form.errors as SentValues
  return {
    ...formFields<T>(form),
    ...sending,
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !stepUpFields.includes(name))),
    processing: form.processing,
    progress: form.progress?.percentage ?? null,
    recentlySuccessful: form.recentlySuccessful && !wasRefused,
    isDirty: form.isDirty,
    /** Back to the first values, with a new `_request_id`: for a dialog that opens again. */
    restart(values: T = options.initial) {
      startAnew()
      form.setDefaults(values as never)
      form.setData(values as never)
      form.clearErrors()
    },
  }
}

export type FormOf<T extends FormValues> = ReturnType<typeof useFormSubmission<T>>

/** What the frames of a form need of it, whatever its fields. */
export type FormState = Pick<
  FormOf<FormValues>,
  | 'errors'
  | 'processing'
  | 'progress'
  | 'recentlySuccessful'
  | 'isDirty'
  | 'stepUp'
  | 'frame'
  | 'submit'
  | 'confirmStepUp'
  | 'cancelStepUp'
>
