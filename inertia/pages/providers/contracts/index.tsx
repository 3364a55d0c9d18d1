import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import type { Choice, ContractRow } from './contract_row'
import { UsageBar } from './usage_bar'

type Props = { contracts: ListOf<ContractRow>; states: Choice[]; kinds: Choice[] }

const cells: Cells<ContractRow> = {
  endsOn: (row) => (row.endsOn ? <Day value={row.endsOn} /> : 'Indefinido'),
  used: (row) => <UsageBar used={row.used} cap={row.cap} />,
}

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
      cells={cells}
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
