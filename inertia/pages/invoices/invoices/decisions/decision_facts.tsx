import type { ReactNode } from 'react'
import { lastFour } from '#app/kernel/identifiers/iban'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { hasParts } from '../header/due_fields'
import type { ReviewPage } from '../review/review_types'

/** What every decision repeats before it is taken: supplier, company, number, days, amount and account. */
export function decisionFacts({
  invoice,
  provider,
  site,
  banks,
}: ReviewPage): { label: string; value: ReactNode }[] {
  const bank = banks.find((one) => one.id === invoice.providerBankId)
  return [
    { label: 'Proveedor', value: provider?.legalName ?? 'Sin asignar' },
    { label: 'Empresa', value: site ? `${site.code} · ${site.legalName}` : 'Sin asignar' },
    { label: 'Número', value: invoice.number ?? '–' },
    { label: 'Fecha', value: <Day value={invoice.issuedOn} /> },
    { label: 'Vencimiento', value: <Day value={invoice.dueOn} /> },
    { label: 'Total', value: <Money value={invoice.total} /> },
    ...(hasParts(invoice.due) ? [{ label: 'A pagar', value: <Money value={invoice.due.amount} /> }] : []),
    ...(invoice.worth
      ? [
          { label: 'Contravalor', value: <Money value={invoice.worth} /> },
          { label: 'Tipo de cambio', value: <span className="num">{invoice.fxRate}</span> },
        ]
      : []),
    {
      label: 'Cuenta de pago',
      value: bank ? <span className="num">•••• {lastFour(bank.iban)}</span> : 'Ninguna',
    },
  ]
}
