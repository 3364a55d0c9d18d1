import { useForm } from '@inertiajs/react'
import { useRef, useState } from 'react'
import { formProblems } from '~/kit/form_problems'
import { useLeaveGuard } from '~/kit/use_leave_guard'

type Method = 'post' | 'put' | 'patch' | 'delete'
type Values = Record<string, unknown>
// The page library derives types from the fields one by one; ours are checked at `field()` instead.
type Sent = Record<string, string>

/** What a field of the kit needs: its value, how to change it and its error. */
export type FieldBinding<Value> = {
  name: string
  value: Value
  onChange: (value: Value) => void
  error?: string
}

type Options<T extends Values> = {
  initial: T
  method?: Method
  url: string
  /** Changes what is sent, not what is shown. */
  transform?: (values: T) => Values
  onSuccess?: () => void
  /** `ask` (the rule for pages) asks before leaving with unsaved changes. */
  leaving?: 'ask' | 'allow'
  /** Keep the values after a success instead of taking them as the new start. */
  afterwards?: 'keep' | 'clear'
}

const stepUpField = 'step_up'
const stepUpFields: readonly string[] = [stepUpField, 'step_up_demo']

/**
 * One form: its values, errors by field, processing, the two seconds of «Guardado» and the second factor when the
 * server asks for it, which is passed on only where nothing is missing. Every submission carries `_request_id`, made
 * when the form opens, so that sending twice is harmless.
 */
export function useFormSubmission<T extends Values>(options: Options<T>) {
  const { method = 'post', url, leaving = 'ask', afterwards = 'keep' } = options
  const form = useForm<Sent>(options.initial as Sent)
  const requestId = useRef(crypto.randomUUID())
  const [stepUp, setStepUp] = useState<{ error: string | null; demoCode: string | null } | null>(null)
  const sending = useRef(false)
  const frame = useRef<HTMLFormElement>(null)
  const isGuarded = leaving === 'ask' && form.isDirty && !form.processing
  useLeaveGuard(isGuarded)

  function submit(more: Values = {}) {
    if (sending.current) return
    sending.current = true
    form.transform(
      (values) =>
        ({
          ...(options.transform ? options.transform(values as unknown as T) : values),
          ...more,
          _request_id: requestId.current,
        }) as never
    )
    form.submit(method, url, {
      preserveScroll: true,
      onSuccess() {
        requestId.current = crypto.randomUUID()
        setStepUp(null)
        if (afterwards === 'clear') form.reset()
        else form.setDefaults()
        options.onSuccess?.()
      },
      onError(errors) {
        const { step_up: asked, step_up_demo: demoCode = null } = errors as Record<string, string>
        const isAnswered = '_step_up_code' in more
        // Nobody gives a code for what cannot be taken: what the browser knows to be wrong is said first.
        const problems = asked && !isAnswered ? formProblems(frame.current) : {}
        const isComplete = Object.keys(problems).length === 0
        if (!isComplete) form.setError(problems as never)
        setStepUp(asked && isComplete ? { error: isAnswered ? asked : null, demoCode } : null)
      },
      onFinish() {
        sending.current = false
      },
    })
  }

  const errors = form.errors as Record<string, string>
  return {
    values: form.data as unknown as T,
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !stepUpFields.includes(name))),
    processing: form.processing,
    progress: form.progress?.percentage ?? null,
    recentlySuccessful: form.recentlySuccessful,
    isDirty: form.isDirty,
    stepUp,
    /** The `form` element that these fields are in: its frame gives it. */
    frame,
    submit,
    confirmStepUp: (code: string) => submit({ _step_up_code: code }),
    cancelStepUp: () => setStepUp(null),
    set: (values: Partial<T>) => form.setData((current) => ({ ...current, ...values }) as never),
    /** Changes a value from what it is by then, for what comes in later than it was asked for. */
    change:
      <Name extends keyof T & string>(name: Name) =>
      (next: (value: T[Name]) => T[Name]) =>
        form.setData(((current: Values) => ({
          ...current,
          [name]: next(current[name] as T[Name]),
        })) as never),
    /** Back to the first values, with a new `_request_id`: for a dialog that opens again. */
    restart(values: T = options.initial) {
      requestId.current = crypto.randomUUID()
      form.setDefaults(values as never)
      form.setData(values as never)
      form.clearErrors()
      setStepUp(null)
    },
    /** Binds a field to a value; `sentAs` is what the server calls it, where that is another name. */
    field<Name extends keyof T & string>(name: Name, sentAs: string = name): FieldBinding<T[Name]> {
      return {
        name: sentAs,
        value: (form.data as unknown as T)[name],
        error: errors[sentAs],
        onChange(value) {
          form.setData(((current: Values) => ({ ...current, [name]: value })) as never)
          if (errors[sentAs]) form.clearErrors(sentAs as never)
        },
      }
    },
  }
}

/** What the frames of a form need of it, whatever its fields. */
export type FormState = Pick<
  ReturnType<typeof useFormSubmission<Values>>,
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
