import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { Choice, ContractRow } from './contract_row'
import { UsageBar } from './usage_bar'

type Props = { contracts: ListOf<ContractRow>; states: Choice[]; kinds: Choice[] }

const columns: Column<ContractRow>[] = [
  {
    key: 'reference',
    header: 'Referencia',
    sortable: true,
    cell: (row) => <span className="num">{row.reference}</span>,
  },
  { key: 'provider', header: 'Proveedor', width: 220, cell: (row) => row.provider },
  { key: 'title', header: 'Título', width: 220, cell: (row) => row.title },
  { key: 'kind', header: 'Tipo', optional: true, card: 'hidden', cell: (row) => row.kind },
  { key: 'sites', header: 'Empresas', width: 180, cell: (row) => row.sites },
  {
    key: 'starts_on',
    header: 'Inicio',
    sortable: true,
    optional: true,
    card: 'hidden',
    cell: (row) => <Day value={row.starts_on} />,
  },
  {
    key: 'ends_on',
    header: 'Fin',
    sortable: true,
    cell: (row) => (row.ends_on ? <Day value={row.ends_on} /> : 'Indefinido'),
  },
  {
    key: 'notice_until',
    header: 'Preaviso hasta',
    cell: (row) => (row.notice_until ? <Day value={row.notice_until} /> : '–'),
  },
  {
    key: 'expected',
    header: 'Importe previsto',
    numeric: true,
    cell: (row) => (row.expected ? <Money value={row.expected} /> : '–'),
  },
  {
    key: 'used',
    header: 'Consumido / tope',
    numeric: true,
    card: 'figure',
    cell: (row) => <UsageBar used={row.used} cap={row.cap} />,
  },
  { key: 'status', header: 'Estado', sortable: true, cell: (row) => <StatusBadge {...row.status} /> },
]

const newContract = (
  <Button component={Link} href={urlFor('provider-contracts.create')}>
    Nuevo contrato
  </Button>
)

export default function ContractsIndex({ contracts, states, kinds }: Props) {
  const filters: Filter[] = [
    { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: urlFor('providers.options') },
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'kind', label: 'Tipo', kind: 'multi', options: kinds },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'ending', label: 'Vencen en 90 días', kind: 'check' },
    { name: 'unsigned', label: 'Sin contrato firmado', kind: 'check' },
  ]
  return (
    <ListPage
      title="Contratos"
      list={contracts}
      columns={columns}
      storageKey="provider_contracts"
      filters={filters}
      searchLabel="Buscar por referencia, título o proveedor"
      rowHref={(row) => urlFor('provider-contracts.show', { id: row.id })}
      nouns={{ one: 'contrato', many: 'contratos' }}
      empty={{ text: 'No hay contratos registrados.', action: newContract }}
      isExportable
      menu={[{ label: 'Valores del IPC', href: urlFor('provider-contracts.ipc') }]}
      actions={newContract}
    />
  )
}
