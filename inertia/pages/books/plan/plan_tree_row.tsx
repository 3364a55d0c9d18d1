import { Link } from '@inertiajs/react'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Money } from '~/kit/money'
import { ActionMenu, type MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { isRowClick, openRow } from '~/kit/table/open_row'
import table from '~/kit/table/table.module.css'
import { urlFor, withQuery } from '~/urls'
import styles from './plan.module.css'
import type { PlanRow } from './plan_props'

type Days = { postedFrom: string; postedTo: string }
type Keys = { ctrlKey: boolean; metaKey: boolean }

const INDENT = 20

const hrefOf = (accountId: number, days: Days) =>
  withQuery(urlFor('accounts.ledger', { account: accountId }), {
    posted_from: days.postedFrom,
    posted_to: days.postedTo,
  })

/** Opens the mayor of an account for the days in view. */
export function openAccount({ accountId }: PlanRow, days: Days, keys: Keys): void {
  if (accountId !== null) openRow(hrefOf(accountId, days), keys)
}

type Props = {
  row: PlanRow
  index: number
  isOpen: boolean
  isActive: boolean
  hasCompanies: boolean
  days: Days
  onToggle: () => void
  onFocus: () => void
  menu: MenuAction[]
}

/** A line of the plan: a click opens it, and an account leads to its mayor. */
export function PlanTreeRow(props: Props) {
  const { row, index, isOpen, isActive, hasCompanies, days, onToggle, onFocus, menu } = props
  return (
    <tr
      data-index={index}
      data-opens={row.hasChildren || row.accountId !== null || undefined}
      data-kind={row.kind}
      tabIndex={isActive ? 0 : -1}
      aria-level={row.level + 1}
      aria-expanded={row.hasChildren ? isOpen : undefined}
      onFocus={onFocus}
      onClick={(event) => {
        if (!isRowClick(event)) return
        if (row.hasChildren) onToggle()
        else openAccount(row, days, event)
      }}
    >
      <th scope="row" style={{ paddingLeft: 12 + row.level * INDENT }}>
        <PlanName row={row} isOpen={isOpen} hasCompanies={hasCompanies} days={days} />
      </th>
      <td data-numeric className={styles.wide}>
        <Money value={none(row.debit)} look="plain" />
      </td>
      <td data-numeric className={styles.wide}>
        <Money value={none(row.credit)} look="plain" />
      </td>
      <td data-numeric>
        <Money value={row.balance} />
      </td>
      <td data-numeric className={styles.wide}>
        <Money value={none(row.previous)} look="plain" />
      </td>
      <td data-numeric className={styles.wide}>
        <Money value={none(row.change)} look="plain" />
      </td>
      <td data-numeric className={`${styles.wide} num`}>
        {percentText(row.changeBasisPoints)}
      </td>
      <td className={table.actions}>
        {menu.length > 0 ? (
          <ActionMenu actions={menu} label={`Acciones de ${row.code} ${row.name}`} size={28} />
        ) : null}
      </td>
    </tr>
  )
}

type NameProps = Pick<Props, 'row' | 'isOpen' | 'hasCompanies' | 'days'>

function PlanName({ row, isOpen, hasCompanies, days }: NameProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <span className={styles.name}>
      {row.hasChildren ? <Chevron size={15} aria-hidden="true" /> : <span className={styles.noChevron} />}
      {row.kind === 'company' ? null : <span className={`${styles.code} num`}>{row.code}</span>}
      {row.accountId === null ? (
        <span className={styles.text}>{row.name}</span>
      ) : (
        <Link href={hrefOf(row.accountId, days)} tabIndex={-1} className={styles.text}>
          {row.name}
        </Link>
      )}
      {hasCompanies && row.kind === 'account' ? <span className={styles.quiet}>{row.site}</span> : null}
      {row.active ? null : <StatusBadge tone="grey" label="Inactiva" />}
    </span>
  )
}

// A column of zeros hides the figures that matter.
const none = <Value extends { minor: number }>(value: Value): Value | null =>
  value.minor === 0 ? null : value

const percents = new Intl.NumberFormat('es-ES', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Hundredths of a percent as people read them: "+4,2 %". */
export const percentText = (basisPoints: number | null): string =>
  basisPoints === null ? '–' : percents.format(basisPoints / 10_000).replace('-', '−')
