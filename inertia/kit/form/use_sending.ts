import { useRef, useState } from 'react'
import type { FormValues, SentForm } from '~/kit/form/form_fields'
import { formProblems } from '~/kit/form/form_problems'
import { sentNames } from '~/kit/form/sent_names'
import { showToast } from '~/layouts/flash_toasts'
import type { Flash } from '~/shared_props'

export type SendingOptions<T extends FormValues> = {
  method?: 'post' | 'put' | 'patch' | 'delete'
  url: string
  /** Changes what is sent, not what is shown. */
  transform?: (values: T) => FormValues
  onSuccess?: () => void
  /** What becomes of it when it is refused with a message and no field: it stays with what was typed, unless it holds nothing to lose. */
  whenRefused?: 'stays' | 'ends'
  /** Keep the values after a success instead of taking them as the new start. */
  afterwards?: 'keep' | 'clear'
}

/** From here on it is the server that broke; its page of the error would take the place of what was typed. */
const brokenStatus = 500

/** An answer that sent the form back with a message of an error instead of doing it. */
const isRefusal = (flash: unknown) => Boolean((flash as Flash | undefined)?.error)

/** What is typed stays when it does not arrive, or the server breaks over it. */
const whenLost = {
  onNetworkError() {
    showToast('error', 'No hay conexión con el servidor. Lo que ha escrito sigue aquí: inténtelo de nuevo.')
    return false
  },
  onHttpException({ status }: { status: number }) {
    if (status < brokenStatus) return undefined
    showToast('error', 'No se ha podido guardar por un error del servidor. Lo que ha escrito sigue aquí.')
    return false
  },
}

/**
 * Sends a form, one time at a time, and asks for the second factor when the server does, which is passed on only where
 * nothing is missing. Every submission carries `_request_id`, so that sending twice is harmless.
 */
export function useSending<T extends FormValues>(form: SentForm, options: SendingOptions<T>) {
  const { method = 'post', afterwards = 'keep', whenRefused = 'stays' } = options
  const requestId = useRef(crypto.randomUUID())
  const [stepUp, setStepUp] = useState<{ error: string | null; demoCode: string | null } | null>(null)
  const [wasRefused, setWasRefused] = useState(false)
  const sending = useRef(false)
  const frame = useRef<HTMLFormElement>(null)

  function submit(more: FormValues = {}) {
    if (sending.current) return
    sending.current = true
    form.transform(
      (values) =>
        sentNames({
          ...(options.transform ? options.transform(values as unknown as T) : values),
          ...more,
          _request_id: requestId.current,
        }) as never
    )
    form.submit(method, options.url, {
      preserveScroll: true,
      onSuccess(page) {
        const isRefused = isRefusal(page.props.flash)
        setWasRefused(isRefused)
        if (whenRefused === 'stays' && isRefused) return
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
      ...whenLost,
    })
  }

  return {
    stepUp,
    /** What came back last said that it was not done: nothing of it is saved, although the answer arrived. */
    wasRefused,
    /** The `form` element that these fields are in: its frame gives it. */
    frame,
    submit,
    confirmStepUp: (code: string) => submit({ _step_up_code: code }),
    cancelStepUp: () => setStepUp(null),
    /** What is sent from here on is another submission than what was sent before. */
    startAnew() {
      requestId.current = crypto.randomUUID()
      setStepUp(null)
    },
  }
}
