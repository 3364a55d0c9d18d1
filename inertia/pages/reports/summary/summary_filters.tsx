import { router } from '@inertiajs/react'
import { SegmentedControl, Select, Switch } from '@mantine/core'
import { urlFor } from '~/urls'
import { SiteChoice } from '../site_choice'
import { MonthChoice } from './month_choice'
import styles from './summary.module.css'
import { queryOf, type SummaryAsk } from './summary_table'

type Option = { value: string; label: string }
type Props = { ask: SummaryAsk; modes: Option[]; comparisons: Option[] }

/** What the summary is asked for; all of it lives in the address, so that a view can be sent to a colleague. */
export function SummaryFilters({ ask, modes, comparisons }: Props) {
  const change = (changes: Partial<SummaryAsk>) =>
    router.get(
      urlFor('resumen', null, queryOf({ ...ask, ...changes })),
      {},
      { preserveScroll: true, preserveState: true }
    )
  return (
    <search className={`${styles.filters} no-print`}>
      <MonthChoice from={ask.from} to={ask.to} onChange={change} />
      <SiteChoice siteIds={ask.siteIds} onChange={(siteIds) => change({ siteIds })} />
      <SegmentedControl
        aria-label="Filas"
        size="sm"
        data={modes}
        value={ask.mode}
        onChange={(mode) => change({ mode })}
      />
      <Select
        aria-label="Comparar con"
        data={comparisons}
        value={ask.compare}
        allowDeselect={false}
        onChange={(compare) => change({ compare: compare ?? 'none' })}
        w={170}
      />
      <Switch
        label="Eliminar operaciones internas"
        checked={ask.eliminates}
        onChange={({ currentTarget }) => change({ eliminates: currentTarget.checked })}
      />
    </search>
  )
}
