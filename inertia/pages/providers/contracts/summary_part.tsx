import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
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
  const other = contract.otherSites > 0 ? ` y ${contract.otherSites} más` : ''
  const base = facts.indexBaseMonth ? `, mes base ${facts.indexBaseMonth}` : ''
  const percent = facts.indexPercent ? `: ${facts.indexPercent.replace('.', ',')} %` : ''
  const floor = facts.indexKind !== 'none' && facts.indexFloor ? ', nunca a la baja' : ''
  const expectedDay = facts.expectedDay ? `, día ${facts.expectedDay}` : ''
  return [
    { label: 'Empresas', value: contract.sites.map(({ name }) => name).join(', ') + other },
    { label: 'Tipo', value: facts.kind },
    { label: 'Responsable', value: contract.owner ?? '–' },
    { label: 'Firmado', value: facts.signedOn ? <Day value={facts.signedOn} /> : '–' },
    { label: 'Preaviso', value: `${facts.noticeDays} días` },
    {
      label: 'Renovación',
      value: facts.autoRenew ? `Automática, cada ${facts.renewalMonths} meses` : 'No se renueva sola',
    },
    { label: 'Facturación', value: `${facts.billingFrequency}${expectedDay}` },
    {
      label: 'Importe esperado',
      value: facts.expected ? (
        <>
          <Money value={facts.expected} /> sin IVA, tolerancia {facts.tolerancePercent} %
        </>
      ) : (
        '–'
      ),
    },
    {
      label: 'Tope',
      value: facts.cap ? (
        <>
          <Money value={facts.cap} /> por {facts.capPeriod.toLowerCase()}
        </>
      ) : (
        'Sin tope'
      ),
    },
    { label: 'Facturado en total', value: facts.billed ? <Money value={facts.billed} /> : '–' },
    { label: 'Revisión de precios', value: `${facts.indexation}${percent}${base}${floor}` },
    ...(facts.lastIndexedOn
      ? [{ label: 'Última revisión', value: <Day value={facts.lastIndexedOn} /> }]
      : []),
    ...(facts.deposit ? [{ label: 'Fianza pactada', value: <Money value={facts.deposit} /> }] : []),
    ...(facts.guaranteeUntil
      ? [{ label: 'Garantía hasta', value: <Day value={facts.guaranteeUntil} /> }]
      : []),
    {
      label: 'Sus facturas se clasifican en',
      value: facts.filedUnder.length > 0 ? facts.filedUnder.join(' · ') : 'Lo que digan sus líneas',
    },
    ...(facts.taxes.length > 0 ? [{ label: 'Impuestos', value: facts.taxes.join(' · ') }] : []),
    ...(facts.paymentTermsDays === null
      ? []
      : [{ label: 'Plazo de pago', value: `${facts.paymentTermsDays} días` }]),
    { label: 'Exige contrato en sus facturas', value: facts.requiresInvoiceMatch ? 'Sí' : 'No' },
  ]
}

const depositColumns = (onReturn: ((deposit: Deposit) => void) | null): PlainColumn<Deposit>[] => [
  { key: 'site', header: 'Empresa', cell: (deposit) => deposit.site },
  { key: 'term', header: 'Plazo', cell: (deposit) => deposit.term },
  { key: 'amount', header: 'Importe', numeric: true, cell: (deposit) => <Money value={deposit.amount} /> },
  { key: 'paid_on', header: 'Entregada', cell: (deposit) => <Day value={deposit.paidOn} /> },
  {
    key: 'returned_on',
    header: 'Devuelta',
    cell: (deposit) =>
      deposit.returnedOn ? (
        <Day value={deposit.returnedOn} />
      ) : onReturn ? (
        <Button size="compact-sm" variant="default" onClick={() => onReturn(deposit)}>
          Registrar devolución
        </Button>
      ) : (
        '–'
      ),
  },
]
