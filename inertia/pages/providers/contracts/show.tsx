import { Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import { today } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { DetailPage } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { contractHistory } from './contract_history'
import type { Amendment, ContractPage } from './contract_page'
import { ContractState } from './contract_state'
import { FilesPart } from './files_part'
import { CalendarPart, InvoicesPart } from './invoices_part'
import { PricesPart } from './prices_part'
import { SummaryPart } from './summary_part'

const amendmentColumns: PlainColumn<Amendment>[] = [
  {
    key: 'reference',
    header: 'Adenda',
    cell: (row) => (
      <Anchor component={Link} href={urlFor('provider-contracts.show', { id: row.id })} size="sm">
        {row.reference}
      </Anchor>
    ),
  },
  { key: 'title', header: 'Título', cell: (row) => row.title },
  { key: 'starts_on', header: 'Desde', cell: (row) => <Day value={row.startsOn} /> },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

export default function ContractShow(page: ContractPage) {
  const { contract, invoices, calendar, amendments, files } = page
  const openSheet = () => window.location.assign(urlFor('provider-contracts.sheet', { id: contract.id }))
  const tabs = [
    { value: 'summary', label: 'Resumen', content: <SummaryPart page={page} /> },
    {
      value: 'prices',
      label: `Precios (${page.prices.length})`,
      content: <PricesPart prices={page.prices} today={today()} />,
    },
    {
      value: 'invoices',
      label: `Facturas (${invoices.length})`,
      content: <InvoicesPart invoices={invoices} />,
    },
    { value: 'calendar', label: 'Calendario', content: <CalendarPart calendar={calendar} /> },
    {
      value: 'amendments',
      label: `Adendas (${amendments.length})`,
      content: (
        <PlainTable
          label="Adendas"
          rows={amendments}
          columns={amendmentColumns}
          keyOf={(row) => row.id}
          empty="No hay adendas."
        />
      ),
    },
    {
      value: 'files',
      label: `Archivos (${files.length})`,
      content: <FilesPart contract={contract} files={files} kinds={page.options.fileKinds} />,
    },
    {
      value: 'history',
      label: 'Historial',
      content: <Timeline events={contractHistory(page.events, contract.currency)} />,
    },
  ]
  return (
    <DetailPage
      key={contract.id}
      title={`${contract.reference} · ${contract.title}`}
      subtitle={<Origin contract={contract} />}
      status={<StatusBadge {...contract.status} />}
      back={urlFor('provider-contracts.index')}
      menu={[{ label: 'Ficha en PDF', onSelect: openSheet }]}
      rail={<ContractState page={page} />}
      tabs={
        contract.parent
          ? tabs.filter(({ value }) => !['invoices', 'calendar', 'amendments'].includes(value))
          : tabs
      }
    />
  )
}

/** Whose contract it is, and which one it amends. */
function Origin({ contract }: Pick<ContractPage, 'contract'>) {
  return (
    <>
      <Anchor component={Link} href={urlFor('providers.edit', { id: contract.providerId })} size="sm">
        {contract.provider}
      </Anchor>
      {contract.parent ? (
        <>
          {' '}
          · adenda de{' '}
          <Anchor
            component={Link}
            href={urlFor('provider-contracts.show', { id: contract.parent.id })}
            size="sm"
          >
            {contract.parent.reference}
          </Anchor>
        </>
      ) : null}
    </>
  )
}
