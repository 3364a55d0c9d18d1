import { Head, router } from '@inertiajs/react'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Instant } from '~/kit/day'
import { EmptyState } from '~/kit/empty_state'
import { PageHead } from '~/kit/page_head'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import { otherBookPages } from '../book_pages'
import styles from './periods.module.css'
import { type FiscalYear, YearCard } from './year_card'

type BookCheck = { checked_at: string; is_sound: boolean }
type Props = {
  site_id: number | null
  years: FiscalYear[]
  book_check: BookCheck | null
  may_lock: boolean
  may_unlock: boolean
}

export default function PeriodsIndex({ site_id, years, book_check, may_lock, may_unlock }: Props) {
  const { sites } = useShared()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <>
      <Head title="Períodos" />
      <PageHead
        title="Períodos"
        subtitle={<Subtitle check={book_check} />}
        back={urlFor('accounts')}
        menu={otherBookPages('Períodos')}
        actions={
          <Select
            aria-label="Empresa"
            data={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
            value={site_id === null ? null : String(site_id)}
            allowDeselect={false}
            searchable
            onChange={(value) =>
              router.visit(withQuery(urlFor('accounts.periods'), { site_ids: value ? [value] : [] }))
            }
          />
        }
      />
      <div className={styles.years}>
        {years.map((year) => (
          <YearCard
            key={year.id}
            year={year}
            siteId={site_id ?? 0}
            mayLock={may_lock}
            mayUnlock={may_unlock}
            onAsk={setConfirmation}
          />
        ))}
        {years.length === 0 ? <EmptyState text="Esta empresa no tiene ejercicios." /> : null}
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

/** Says when every entry, balance and match of the group was last proved to add up. */
function Subtitle({ check }: { check: BookCheck | null }) {
  if (check === null) return 'Meses bloqueados y cierre de ejercicios'
  return (
    <>
      Libro comprobado el <Instant value={check.checked_at} />:{' '}
      {check.is_sound ? 'cuadra' : <strong>no cuadra</strong>}
    </>
  )
}
