import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { sendValues } from '~/kit/form/send_values'
import { moneyText } from '~/kit/money'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import styles from '../review/fields.module.css'
import type { Invoice } from '../review/review_types'

export type Twin = {
  id: number
  reference: string
  number: string
  issuedOn: string | null
  totalMinor: number
  currency: string
}

/** Other invoices of the supplier that carry a number; none for an empty one. */
export async function findTwins(id: number, number: string): Promise<Twin[]> {
  if (number.trim() === '') return []
  const response = await callServer('GET', urlFor('invoices.twins', { id }, { number }))
  return ((await response.json()) as { data: Twin[] }).data
}

type Props = { invoice: Invoice; twins: Twin[]; onSave: () => void; onDone: () => void }

/** Says which invoice has the number already, and asks what this one is. */
export function TwinWarning({ invoice, twins: [twin], onSave, onDone }: Props) {
  if (!twin) return null
  const day = twin.issuedOn && isCalendarDate(twin.issuedOn) ? formatDay(twin.issuedOn) : 'sin fecha'
  const amount = moneyText({ minor: twin.totalMinor, currency: twin.currency })
  const markDuplicate = () =>
    sendValues(
      'post',
      urlFor('invoices.duplicate', { id: invoice.id }),
      { originalId: twin.id },
      { onSuccess: onDone }
    )
  return (
    <div className={styles.warning} role="alert">
      <p>
        Ya existe la factura <Link href={urlFor('invoices.show', { id: twin.id })}>{twin.number}</Link> de
        este proveedor ({day}, {amount}).
      </p>
      <div className={styles.warningActions}>
        {invoice.actions.includes('mark_duplicate') ? (
          <Button size="xs" variant="default" onClick={markDuplicate}>
            Marcar como duplicada
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={onSave}>
          Guardar igualmente
        </Button>
      </div>
    </div>
  )
}
