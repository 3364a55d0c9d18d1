import type { RecordAnswer } from '#app/issuing/sending/aeat_answer'
import type { DeliveryStatus } from '#app/issuing/workflows/delivery_workflow'

export type Delivered = {
  status: Extract<DeliveryStatus, 'accepted' | 'accepted_with_errors' | 'refused'>
  code: number | null
  message: string | null
}

const DUPLICATE = 3000
const ALREADY_ANNULLED = 3001

/** What AEAT has under that number is another document: one that was lost with a restore, or of another installation. */
const ANOTHER =
  'La AEAT ya tiene otra factura con este número y esta fecha, que no está aquí: consúltela en su sede antes de hacer nada.'

type Sent = { kind: 'alta' | 'anulacion'; mayBeThere: boolean }

/**
 * What an answer makes of a record. One that AEAT had already (3000: the answer to the first sending was lost) is in the state that it
 * tells of it, where it may have been sent before; else the number was given twice, and it is refused. An anulación of what is
 * annulled has done what it should.
 */
export function deliveredState({ kind, mayBeThere }: Sent, answer: RecordAnswer): Delivered {
  const { code, message, duplicate } = answer
  switch (answer.state) {
    case 'Correcto':
      return { status: 'accepted', code: null, message: null }
    case 'AceptadoConErrores':
      return { status: 'accepted_with_errors', code, message }
    case 'Incorrecto':
      if (kind === 'anulacion' && (code === ALREADY_ANNULLED || duplicate?.state === 'Anulada'))
        return { status: 'accepted', code: null, message: null }
      if (code === DUPLICATE && !mayBeThere) return { status: 'refused', code, message: ANOTHER }
      if (code === DUPLICATE && duplicate !== null && kind === 'alta' && duplicate.state !== 'Anulada')
        return duplicate.state === 'Correcta'
          ? { status: 'accepted', code: null, message: null }
          : { status: 'accepted_with_errors', code: duplicate.code, message: duplicate.message }
      return { status: 'refused', code, message }
  }
}
