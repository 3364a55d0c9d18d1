import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail_page'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import type { ContractPage, Deposit } from './contract_page'
import styles from './contracts.module.css'
import { DepositReturnDialog } from './state_dialogs'

/** What a contract says, in words, and its deposits. */
export function SummaryPart({ page }: { page: ContractPage }) {
  const { contract, facts, deposits } = page
  const [returning, setReturning] = useState<Deposit | null>(null)
  return (
    <div className={styles.stack}>
      <Facts facts={termsOf(page)} />
      {facts.notes ? (
        <Section title="Notas">
          <p className={styles.notes}>{facts.notes}</p>
        </Section>
      ) : null}
      {deposits.length > 0 ? (
        <Section title="Fianzas">
          <PlainTable
            label="Fianzas"
            rows={deposits}
            columns={depositColumns(contract.actions.includes('deposit') ? setReturning : null)}
            keyOf={(deposit) => deposit.id}
            phone="cards"
          />
        </Section>
      ) : null}
      {returning ? (
        <DepositReturnDialog page={page} deposit={returning} onClose={() => setReturning(null)} />
      ) : null}
    </div>
  )
}

function termsOf({ contract, facts }: ContractPage) {
  const other = contract.other_sites > 0 ? ` y ${contract.other_sites} más` : ''
  const base = facts.index_base_month ? `, mes base ${facts.index_base_month}` : ''
  const percent = facts.index_percent ? `: ${facts.index_percent.replace('.', ',')} %` : ''
  const floor = facts.index_kind !== 'none' && facts.index_floor ? ', nunca a la baja' : ''
  const expectedDay = facts.expected_day ? `, día ${facts.expected_day}` : ''
  return [
    { label: 'Empresas', value: contract.sites.map(({ name }) => name).join(', ') + other },
    { label: 'Tipo', value: facts.kind },
    { label: 'Responsable', value: contract.owner ?? '–' },
    { label: 'Firmado', value: facts.signed_on ? <Day value={facts.signed_on} /> : '–' },
    { label: 'Preaviso', value: `${facts.notice_days} días` },
    {
      label: 'Renovación',
      value: facts.auto_renew ? `Automática, cada ${facts.renewal_months} meses` : 'No se renueva sola',
    },
    { label: 'Facturación', value: `${facts.billing_frequency}${expectedDay}` },
    {
      label: 'Importe esperado',
      value: facts.expected ? (
        <>
          <Money value={facts.expected} /> sin IVA, tolerancia {facts.tolerance_percent} %
        </>
      ) : (
        '–'
      ),
    },
    {
      label: 'Tope',
      value: facts.cap ? (
        <>
          <Money value={facts.cap} /> por {facts.cap_period.toLowerCase()}
        </>
      ) : (
        'Sin tope'
      ),
    },
    { label: 'Facturado en total', value: facts.billed ? <Money value={facts.billed} /> : '–' },
    { label: 'Revisión de precios', value: `${facts.indexation}${percent}${base}${floor}` },
    ...(facts.last_indexed_on
      ? [{ label: 'Última revisión', value: <Day value={facts.last_indexed_on} /> }]
      : []),
    ...(facts.deposit ? [{ label: 'Fianza pactada', value: <Money value={facts.deposit} /> }] : []),
    ...(facts.guarantee_until
      ? [{ label: 'Garantía hasta', value: <Day value={facts.guarantee_until} /> }]
      : []),
    {
      label: 'Sus facturas se clasifican en',
      value: facts.filed_under.length > 0 ? facts.filed_under.join(' · ') : 'Lo que digan sus líneas',
    },
    ...(facts.taxes.length > 0 ? [{ label: 'Impuestos', value: facts.taxes.join(' · ') }] : []),
    ...(facts.payment_terms_days === null
      ? []
      : [{ label: 'Plazo de pago', value: `${facts.payment_terms_days} días` }]),
    { label: 'Exige contrato en sus facturas', value: facts.requires_invoice_match ? 'Sí' : 'No' },
  ]
}

const depositColumns = (onReturn: ((deposit: Deposit) => void) | null): PlainColumn<Deposit>[] => [
  { key: 'site', header: 'Empresa', cell: (deposit) => deposit.site },
  { key: 'term', header: 'Plazo', cell: (deposit) => deposit.term },
  { key: 'amount', header: 'Importe', numeric: true, cell: (deposit) => <Money value={deposit.amount} /> },
  { key: 'paid_on', header: 'Entregada', cell: (deposit) => <Day value={deposit.paid_on} /> },
  {
    key: 'returned_on',
    header: 'Devuelta',
    cell: (deposit) =>
      deposit.returned_on ? (
        <Day value={deposit.returned_on} />
      ) : onReturn ? (
        <Button size="compact-sm" variant="default" onClick={() => onReturn(deposit)}>
          Registrar devolución
        </Button>
      ) : (
        '–'
      ),
  },
]
