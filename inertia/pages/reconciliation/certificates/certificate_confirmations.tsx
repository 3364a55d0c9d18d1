import { monthText } from '#app/kernel/time/month_text'
import { countText } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { CertificateRow } from './certificate_types'

/** A second person puts their name to what the first prepared. */
export const reviewing = (accountId: number, row: CertificateRow): Confirmation => ({
  title: 'Revisar el acta',
  question: `Acta de ${monthText(row.month)}, preparada por ${row.prepared.by}.`,
  facts: [
    { label: 'Saldo del banco', value: <Money value={row.bank} /> },
    { label: 'Saldo contable', value: <Money value={row.ledger} /> },
    { label: 'Partidas sin conciliar', value: countText(row.openItems) },
    { label: 'Sin explicar', value: <Money value={row.unexplained} /> },
  ],
  submitLabel: `Revisar ${moneyText(row.bank)}`,
  method: 'put',
  url: urlFor('accounts.certificates.review', { id: accountId, certificate: row.id }),
})

export const reopening = (accountId: number, row: CertificateRow): Confirmation => ({
  title: 'Reabrir el acta',
  question: `El acta de ${monthText(row.month)} volverá a ser un borrador.`,
  submitLabel: 'Reabrir',
  reason: { label: 'Motivo', isRequired: true },
  method: 'delete',
  url: urlFor('accounts.certificates.reopen', { id: accountId, certificate: row.id }),
})
