import { useState } from 'react'
import { xsrfToken } from '~/plain_call'
import { urlFor } from '~/urls'

export type UploadState =
  | { kind: 'sending'; percent: number }
  | { kind: 'taken'; reference: string }
  | { kind: 'refused'; message: string }

type Choices = { siteId: string | null; urgent: boolean }

const lost = 'No se ha podido enviar. Inténtelo de nuevo.'

/** Sends files one after the other; each has its own progress and its own answer, and one that is refused stops none. */
export function useUploads() {
  const [states, setStates] = useState<ReadonlyMap<File, UploadState>>(new Map())
  const [isSending, setIsSending] = useState(false)
  const note = (file: File, state: UploadState) => setStates((known) => new Map(known).set(file, state))

  /** Gives how many of them were not taken. Those that were taken before are not sent again. */
  async function send(files: File[], choices: Choices): Promise<number> {
    setIsSending(true)
    let refused = 0
    for (const file of files) {
      if (states.get(file)?.kind === 'taken') continue
      const state = await sendOne(file, choices, (percent) => note(file, { kind: 'sending', percent }))
      note(file, state)
      if (state.kind !== 'taken') refused += 1
    }
    setIsSending(false)
    return refused
  }

  return { states, isSending, send }
}

/** Only XMLHttpRequest tells how much has been sent. */
function sendOne(file: File, choices: Choices, onPercent: (percent: number) => void): Promise<UploadState> {
  const body = new FormData()
  body.append('files[]', file)
  if (choices.siteId) body.append('site_id', choices.siteId)
  if (choices.urgent) body.append('urgent', 'true')
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', urlFor('invoices.store'))
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    request.setRequestHeader('X-XSRF-TOKEN', xsrfToken())
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onPercent(Math.round((loaded / total) * 100))
    )
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () => resolve({ kind: 'refused', message: lost }))
    request.send(body)
  })
}

function answerOf({ status, responseText }: XMLHttpRequest): UploadState {
  try {
    const answer = JSON.parse(responseText) as {
      data?: { reference: string }
      errors?: Record<string, string> | { message: string }[]
    }
    if (status < 300 && answer.data) return { kind: 'taken', reference: answer.data.reference }
    const [first] = Object.values(answer.errors ?? {})
    return { kind: 'refused', message: typeof first === 'string' ? first : (first?.message ?? lost) }
  } catch {
    return { kind: 'refused', message: lost }
  }
}
