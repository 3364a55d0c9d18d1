import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'
import { bulkActions, rowActions } from './charge_acts'
import { chargeCells, chargeFilters } from './charge_cells'
import type { ChargeRow } from './charge_types'

const ComputeDialog = lazy(async () => ({ default: (await import('./compute_dialog')).ComputeDialog }))

type Props = { tab: string; charges: ListOf<ChargeRow>; alerts: number }

const tabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'proposals', label: 'Propuestas' },
    { value: 'approved', label: 'Aprobadas' },
    { value: 'issued', label: 'Emitidas' },
  ],
}

export default function ChargesIndex({ tab, charges, alerts }: Props) {
  const [isComputing, setIsComputing] = useState(false)
  return (
    <ListPage
      key={tab}
      title="Refacturación"
      list={charges}
      cells={chargeCells}
      storageKey="rebilling"
      notice={alerts > 0 ? <AlertNotice count={alerts} /> : null}
      filters={chargeFilters}
      tabs={tabs}
      searchLabel="Buscar por número o concepto"
      rowHref={(row) => urlFor('rebilling.show', { id: row.id })}
      rowActions={rowActions}
      bulkActions={bulkActions}
      nouns={{ one: 'refacturación', many: 'refacturaciones' }}
      amountOf={(row) => row.total}
      empty={{ text: 'No hay refacturaciones.' }}
      isExportable
      menu={[
        { label: 'Pagos de refacturación', href: urlFor('rebilling.payments') },
        { label: 'Histórico', href: urlFor('rebilling.history') },
        { label: 'Configuración', href: urlFor('setting') },
      ]}
      actions={
        <>
          <Button variant="default" onClick={() => setIsComputing(true)}>
            Calcular
          </Button>
          <Button component={Link} href={urlFor('rebilling.create')}>
            Nueva refacturación
          </Button>
        </>
      }
    >
      <Suspense>{isComputing ? <ComputeDialog onClose={() => setIsComputing(false)} /> : null}</Suspense>
    </ListPage>
  )
}

/** That costs of what was issued are gone: those charges have to be rectified. */
function AlertNotice({ count }: { count: number }) {
  return (
    <div className={styles.notice} role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <span>
        {count === 1
          ? 'Una refacturación emitida debe rectificarse: su gasto de origen ya no está contabilizado como entonces. '
          : `${count} refacturaciones emitidas deben rectificarse: sus gastos de origen ya no están contabilizados como entonces. `}
        <Link href={urlFor('rebilling.history', null, { alert: '1' })}>Ver cuáles</Link>
      </span>
    </div>
  )
}
