import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import type { AgreedContract, Provider } from './provider_page'
import styles from './providers.module.css'

const states: Record<string, { label: string; tone: Tone }> = {
  draft: { label: 'Borrador', tone: 'grey' },
  pending_approval: { label: 'Pendiente de aprobación', tone: 'blue' },
  active: { label: 'Vigente', tone: 'green' },
  suspended: { label: 'Suspendido', tone: 'amber' },
  expired: { label: 'Vencido', tone: 'grey' },
  terminated: { label: 'Rescindido', tone: 'red' },
}

/** What was agreed with a provider. */
export function ContractsTab({ provider, contracts }: { provider: Provider; contracts: AgreedContract[] }) {
  return (
    <div className={styles.stack}>
      {provider.mergedInto ? null : (
        <div>
          <Button
            component={Link}
            size="xs"
            variant="default"
            href={withQuery(urlFor('provider-contracts.create'), { provider_id: provider.id })}
          >
            Nuevo contrato
          </Button>
        </div>
      )}
      <PlainTable
        label="Contratos"
        phone="cards"
        rows={contracts}
        keyOf={(contract) => contract.id}
        empty="No hay contratos con este proveedor."
        columns={[
          {
            key: 'reference',
            header: 'Referencia',
            cell: (contract) => (
              <Link className="num" href={urlFor('provider-contracts.show', { id: contract.id })}>
                {contract.reference}
              </Link>
            ),
          },
          { key: 'title', header: 'Título', cell: (contract) => contract.title },
          { key: 'from', header: 'Inicio', cell: (contract) => <Day value={contract.startsOn} /> },
          {
            key: 'to',
            header: 'Fin',
            cell: (contract) => (contract.endsOn ? <Day value={contract.endsOn} /> : 'Indefinido'),
          },
          {
            key: 'state',
            header: 'Estado',
            cell: (contract) => (
              <StatusBadge {...(states[contract.status] ?? { label: contract.status, tone: 'grey' })} />
            ),
          },
        ]}
      />
    </div>
  )
}
