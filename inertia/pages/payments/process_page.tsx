import { Head, router } from '@inertiajs/react'
import type { ReactNode } from 'react'
import { SelectField } from '~/kit/fields/choice_fields'
import { EmptyState } from '~/kit/list/empty_state'
import { PageHead } from '~/kit/page_head'
import styles from './process.module.css'

type Props = {
  title: string
  subtitle: string
  /** The list it was come from. */
  back: string
  /** What is said where there is nothing to prepare. */
  emptyText: string
  isEmpty: boolean
  /** Companies with something to prepare. */
  groups: readonly { siteId: number; label: string }[]
  siteId: number | null
  /** The address of the review of another company. */
  urlOf: (siteId: string) => string
  children: ReactNode
}

/** The review before the pay buffer, one company at a time. */
export function ProcessPage({
  title,
  subtitle,
  back,
  emptyText,
  isEmpty,
  groups,
  siteId,
  urlOf,
  children,
}: Props) {
  return (
    <>
      <Head title={title} />
      <PageHead title={title} subtitle={subtitle} back={back} />
      {siteId === null || isEmpty ? (
        <EmptyState text={emptyText} />
      ) : (
        <div className={styles.form}>
          <SelectField
            name="site"
            label="Empresa"
            isRequired
            options={groups.map((group) => ({ value: String(group.siteId), label: group.label }))}
            value={String(siteId)}
            onChange={(value) => {
              if (value) router.get(urlOf(value))
            }}
          />
          {children}
        </div>
      )}
    </>
  )
}
