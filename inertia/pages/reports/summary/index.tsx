import { Deferred, Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { moneyText } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { Matrix } from './matrix'
import styles from './summary.module.css'
import { SummaryFilters } from './summary_filters'
import { type Before, queryOf, type SummaryAsk, type SummaryTable } from './summary_table'

type Option = { value: string; label: string }
type Check = { isRight: boolean; differenceMinor: number }
type Props = SummaryAsk & {
  before: Before | null
  table: SummaryTable
  check?: Check
  modes: Option[]
  comparisons: Option[]
}

export default function SummaryIndex({ table, check, modes, comparisons, ...page }: Props) {
  const { from, to, mode, compare, eliminates, siteIds, before } = page
  const ask: SummaryAsk = { from, to, mode, compare, eliminates, siteIds }
  return (
    <>
      <Head title="Resumen" />
      <PageHead
        title="Resumen"
        subtitle="Importes en euros, según los libros de cada empresa."
        back={urlFor('/')}
        actions={[
          ['xlsx', 'Excel'],
          ['pdf', 'PDF'],
        ].map(([format, label]) => (
          <Button
            key={format}
            component="a"
            href={urlFor('resumen', null, { ...queryOf(ask), export: format })}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            {label}
          </Button>
        ))}
      />
      <SummaryFilters ask={ask} modes={modes} comparisons={comparisons} />
      <Matrix
        ask={ask}
        before={before}
        table={table}
        rowTitle={modes.find(({ value }) => value === mode)?.label ?? ''}
      />
      <div className={styles.foot}>
        <span>
          Cuadra con contabilidad:{' '}
          <Deferred
            data="check"
            fallback={<span>comprobando…</span>}
            rescue={<StatusBadge tone="amber" label="No se pudo comprobar" />}
          >
            <CheckBadge check={check} />
          </Deferred>
        </span>
        <span>Pendiente y vencido son los de hoy.</span>
        {table.foreign.length > 0 ? (
          <span>Fuera del resumen, en otra moneda: {table.foreign.join(', ')}.</span>
        ) : null}
      </div>
    </>
  )
}

function CheckBadge({ check }: { check?: Check }) {
  if (!check) return null
  if (check.isRight) return <StatusBadge tone="green" label="Sí" />
  const difference = moneyText({ minor: check.differenceMinor, currency: 'EUR' })
  return <StatusBadge tone="red" label={`No, diferencia de ${difference}`} />
}
