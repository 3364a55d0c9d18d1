import { useForm } from '@inertiajs/react'
import { useRef, useState } from 'react'
import { formProblems } from '~/kit/form/form_problems'
import { useFollowedValues } from '~/kit/form/use_followed_values'
import { useLeaveGuard } from '~/kit/form/use_leave_guard'
import { showToast } from '~/layouts/flash_toasts'
import type { Flash } from '~/shared_props'

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
  /** What becomes of it when it is refused with a message and no field: it stays with what was typed, unless it holds nothing to lose. */
  whenRefused?: 'stays' | 'ends'
  /** Keep the values after a success instead of taking them as the new start. */
  afterwards?: 'keep' | 'clear'
}

/** From here on it is the server that broke; its page of the error would take the place of what was typed. */
const brokenStatus = 500
const stepUpField = 'step_up'
const stepUpFields: readonly string[] = [stepUpField, 'step_up_demo']

/** An answer that sent the form back with a message of an error instead of doing it. */
const isRefusal = (flash: unknown) => Boolean((flash as Flash | undefined)?.error)

/**
 * One form: its values, errors by field, processing, the two seconds of «Guardado» and the second factor when the
 * server asks for it, which is passed on only where nothing is missing. Every submission carries `_request_id`, made
 * when the form opens, so that sending twice is harmless. What is typed stays whatever becomes of it: refused, not arrived,
 * or the record changed meanwhile, which the fields that nobody touched follow.
 */
export function useFormSubmission<T extends Values>(options: Options<T>) {
  const { method = 'post', url, leaving = 'ask', afterwards = 'keep', whenRefused = 'stays' } = options
  const form = useForm<Sent>(options.initial as Sent)
  const requestId = useRef(crypto.randomUUID())
  const [stepUp, setStepUp] = useState<{ error: string | null; demoCode: string | null } | null>(null)
  const sending = useRef(false)
  const frame = useRef<HTMLFormElement>(null)
  const isGuarded = leaving === 'ask' && form.isDirty && !form.processing
  useLeaveGuard(isGuarded)
  useFollowedValues(options.initial, form.data as unknown as T, (followed, start) => {
    form.setDefaults(start as never)
    form.setData((current) => ({ ...current, ...followed }) as never)
  })

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
      onSuccess(page) {
        if (whenRefused === 'stays' && isRefusal(page.props.flash)) return
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
      onNetworkError() {
        showToast(
          'error',
          'No hay conexión con el servidor. Lo que ha escrito sigue aquí: inténtelo de nuevo.'
        )
        return false
      },
      onHttpException({ status }) {
        if (status < brokenStatus) return undefined
        showToast('error', 'No se ha podido guardar por un error del servidor. Lo que ha escrito sigue aquí.')
        return false
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
