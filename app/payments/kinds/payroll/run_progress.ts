import type { Badge } from '#app/payments/orders/page/order_badges'
import type { PaymentOrderStatus, SentSubStatus } from '#app/payments/orders/payment_order_workflow'

export type RunRejection = { by: string; reason: string }

type Line = { status: PaymentOrderStatus; subStatus: SentSubStatus | null; channel: string }
type Around = { rejection: RunRejection | null; batches: readonly { id: number; number: string }[] }

type Progress = {
  status: Badge
  /** Where the payments of the run are, in words; null while approvers decide. */
  progress: string | null
  batches: { id: number; number: string }[]
}

/**
 * Where a run of salaries stands: what is said of it is what is true of each of its payments, and a batch is only named where there
 * is one.
 */
export function runProgress(lines: readonly Line[], { rejection, batches }: Around): Progress {
  const count = (test: (line: Line) => boolean) => lines.filter(test).length
  const known = { batches: [...batches] }
  if (lines.length === 0)
    return rejection
      ? {
          ...known,
          status: { label: 'Rechazada', tone: 'red' },
          progress: `La rechazó ${rejection.by}: ${rejection.reason} Sus pagos vuelven a ser borradores.`,
        }
      : {
          ...known,
          status: { label: 'Vacía', tone: 'grey' },
          progress: 'No queda ningún pago en la relación.',
        }
  if (count(({ status }) => status === 'buffered') > 0)
    return { ...known, status: { label: 'En bolsa', tone: 'blue' }, progress: null }
  if (count(({ status }) => status === 'approved') > 0)
    return {
      ...known,
      status: { label: 'Aprobada', tone: 'green' },
      progress: 'Aprobada y sin remesa todavía.',
    }
  const parts = [
    part(count(isUnsent), 'en una remesa sin enviar'),
    part(
      count((line) => isAway(line) && line.channel !== 'api'),
      'marcados como enviados'
    ),
    part(
      count((line) => isAway(line) && line.channel === 'api'),
      'en el banco'
    ),
    part(
      count(({ status }) => status === 'paid' || status === 'reconciled'),
      'pagados'
    ),
    part(
      count(({ status }) => status === 'failed' || status === 'returned'),
      'fallidos o devueltos'
    ),
  ].filter((text) => text !== null)
  const isOver = count(({ status }) => status === 'sent') === 0
  return {
    ...known,
    status: isOver ? { label: 'Terminada', tone: 'green' } : { label: 'En curso', tone: 'blue' },
    progress: `Sus pagos: ${parts.join(', ')}.`,
  }
}

const isUnsent = ({ status, subStatus }: Line) => status === 'sent' && subStatus === 'queued'
const isAway = ({ status, subStatus }: Line) => status === 'sent' && subStatus !== 'queued'

const part = (count: number, what: string): string | null => (count === 0 ? null : `${count} ${what}`)
