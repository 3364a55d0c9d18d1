import { Head, router } from '@inertiajs/react'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { EmptyState } from '~/kit/list/empty_state'
import { PageHead } from '~/kit/page_head'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import { useOtherBookPages } from '../book_pages'
import styles from './periods.module.css'
import { type FiscalYear, YearCard } from './year_card'

type BookCheck = { checkedAt: string; isSound: boolean }
type Props = {
  siteId: number | null
  years: FiscalYear[]
  bookCheck: BookCheck | null
  canLock: boolean
  canUnlock: boolean
}

export default function PeriodsIndex({ siteId, years, bookCheck, canLock, canUnlock }: Props) {
  const { sites } = useShared()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <>
      <Head title="Períodos" />
      <PageHead
        title="Períodos"
        subtitle={<Subtitle check={bookCheck} />}
        back={urlFor('accounts')}
        menu={useOtherBookPages('Períodos')}
        actions={
          <Select
            aria-label="Empresa"
            data={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
            value={siteId === null ? null : String(siteId)}
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
            siteId={siteId ?? 0}
            canLock={canLock}
            canUnlock={canUnlock}
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
      Libro comprobado el <Instant value={check.checkedAt} />:{' '}
      {check.isSound ? 'cuadra' : <strong>no cuadra</strong>}
    </>
  )
}
