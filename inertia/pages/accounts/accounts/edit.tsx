import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '#app/kernel/time/calendar_date'
import type { AuditEntry } from '~/kit/detail/audit_timeline'
import { KeyFigures } from '~/kit/detail/key_figures'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ListTabs } from '~/kit/list/list_tabs'
import type { ListOf } from '~/kit/list/list_types'
import { useListQuery } from '~/kit/list/use_list_query'
import { Money } from '~/kit/money'
import { type MenuAction, PageHead } from '~/kit/page_head'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { accountMenu } from './account_actions'
import type { AccountHead, DataProps, DifferenceParts, Option, PermissionRow } from './account_props'
import { accountSections } from './account_sections'
import {
  HistoryTab,
  type LedgerRow,
  LedgerTab,
  type MovementRow,
  MovementsTab,
  type StatementRow,
  StatementsTab,
} from './account_tabs'
import { DataTab } from './data_tab'
import { DifferenceNote } from './difference_note'
import styles from './edit.module.css'
import { PermissionsTab } from './permissions_tab'
import { ProfileSection } from './profile_section'

type Props = {
  account: AccountHead
  difference: DifferenceParts | null
  canWrite: boolean
  canImport: boolean
  canReconcile: boolean
  canDelete: boolean
  canSeePermissions: boolean
  canGrant: boolean
  data: DataProps | null
  permissions: PermissionRow[] | null
  states: Option[]
  movements: ListOf<MovementRow> | null
  ledger: ListOf<LedgerRow> | null
  statements: ListOf<StatementRow> | null
  events: AuditEntry[] | null
}

const noLists: ReadonlySet<string> = new Set(['status'])

export default function AccountsEdit(props: Props) {
  const { account, canWrite, canImport, data, permissions, movements, ledger, statements, events } = props
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const query = useListQuery(noLists)
  const { id } = account
  return (
    <div className={styles.page}>
      <Head title={account.name} />
      <AccountPageHead
        account={account}
        canImport={canImport}
        menu={accountMenu(account, props.canDelete, setConfirmation)}
      />
      <AccountFigures account={account} />
      {props.difference ? <DifferenceNote account={account} parts={props.difference} /> : null}
      <ListTabs
        tabs={{ name: 'tab', options: accountSections(id, props.canSeePermissions) }}
        counters={{}}
        query={query}
      />
      {data ? (
        <div className={styles.columns}>
          <DataTab account={account} data={data} canWrite={canWrite} />
          <ProfileSection key={data.bankProfileId} accountId={id} data={data} canWrite={canWrite} />
        </div>
      ) : null}
      {permissions ? <PermissionsTab accountId={id} rows={permissions} canWrite={props.canGrant} /> : null}
      {movements ? (
        <MovementsTab
          list={movements}
          states={props.states}
          accountId={props.canReconcile ? account.id : null}
        />
      ) : null}
      {ledger ? <LedgerTab list={ledger} /> : null}
      {statements ? <StatementsTab accountId={id} list={statements} /> : null}
      {events ? <HistoryTab events={events} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

type HeadProps = { account: AccountHead; canImport: boolean; menu: MenuAction[] }

function AccountPageHead({ account, canImport, menu }: HeadProps) {
  const { id } = account
  return (
    <PageHead
      title={account.name}
      subtitle={[
        account.site,
        account.kind,
        account.parent ? `con cargo a ${account.parent}` : null,
        account.iban,
        `cuenta ${account.ledgerCode}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      status={<StatusBadge tone={account.status.tone as Tone} label={account.status.label} />}
      back={urlFor('accounts')}
      actions={
        <>
          {canImport ? (
            <Button component={Link} href={urlFor('accounts.statements.create', { id })} variant="default">
              Importar extracto
            </Button>
          ) : null}
          <Button component={Link} href={urlFor('accounts.reconcile', { id })}>
            Conciliar
          </Button>
        </>
      }
      menu={menu}
    />
  )
}

/** What the books say, what the bank says, and what lies between. */
function AccountFigures({ account }: { account: AccountHead }) {
  const { id } = account
  return (
    <KeyFigures
      figures={[
        {
          label: 'Saldo contable',
          value: <Money value={account.balance} isAlarming />,
          href: urlFor('accounts.edit', { id }, { tab: 'ledger' }),
        },
        {
          label: 'Saldo banco',
          value: <Money value={account.reported} />,
          href: urlFor('accounts.edit', { id }, { tab: 'movements' }),
          hint: account.reportedAt ? `a ${formatInstant(new Date(account.reportedAt))}` : undefined,
        },
        {
          label: 'Diferencia',
          value: <Money value={account.difference} look="signed" />,
          href: urlFor('accounts.reconcile', { id }),
        },
        {
          label: 'Disponible',
          value: <Money value={account.available} isAlarming />,
          href: urlFor('resumen.holds', null, { account_id: id }),
        },
      ]}
    />
  )
}
