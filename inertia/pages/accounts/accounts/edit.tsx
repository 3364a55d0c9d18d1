import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '#app/kernel/calendar_date'
import type { AuditEntry } from '~/kit/audit_timeline'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { KeyFigures } from '~/kit/key_figures'
import { ListTabs } from '~/kit/list_tabs'
import type { ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { useListQuery } from '~/kit/use_list_query'
import { urlFor } from '~/urls'
import { accountMenu } from './account_actions'
import type { AccountHead, DataProps, DifferenceParts, Option, PermissionRow } from './account_props'
import { accountSections } from './account_sections'
import { HistoryTab, LedgerTab, MovementsTab, StatementsTab } from './account_tabs'
import { DataTab } from './data_tab'
import { DifferenceNote } from './difference_note'
import styles from './edit.module.css'
import { PermissionsTab } from './permissions_tab'
import { ProfileSection } from './profile_section'
import type { LedgerRow, MovementRow, StatementRow } from './tab_columns'

type Props = {
  account: AccountHead
  difference: DifferenceParts | null
  can_write: boolean
  can_import: boolean
  can_delete: boolean
  sees_permissions: boolean
  can_grant: boolean
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
  const { account, can_write, can_import, data, permissions, movements, ledger, statements, events } = props
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const query = useListQuery(noLists)
  const { id } = account
  return (
    <div className={styles.page}>
      <Head title={account.name} />
      <PageHead
        title={account.name}
        subtitle={[
          account.site,
          account.kind,
          account.parent ? `con cargo a ${account.parent}` : null,
          account.iban,
          `cuenta ${account.ledger_code}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        status={<StatusBadge tone={account.status.tone as Tone} label={account.status.label} />}
        back={urlFor('accounts')}
        actions={
          <>
            {can_import ? (
              <Button component={Link} href={urlFor('accounts.statements.create', { id })} variant="default">
                Importar extracto
              </Button>
            ) : null}
            <Button component={Link} href={urlFor('accounts.reconcile', { id })}>
              Conciliar
            </Button>
          </>
        }
        menu={accountMenu(account, props.can_delete, setConfirmation)}
      />
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
            hint: account.reported_at ? `a ${formatInstant(new Date(account.reported_at))}` : undefined,
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
      {props.difference ? <DifferenceNote account={account} parts={props.difference} /> : null}
      <ListTabs
        tabs={{ name: 'tab', options: accountSections(id, props.sees_permissions) }}
        counters={{}}
        query={query}
      />
      {data ? (
        <div className={styles.columns}>
          <DataTab key={data.form.lock_version} account={account} data={data} canWrite={can_write} />
          <ProfileSection key={data.bank_profile_id} accountId={id} data={data} canWrite={can_write} />
        </div>
      ) : null}
      {permissions ? <PermissionsTab accountId={id} rows={permissions} canWrite={props.can_grant} /> : null}
      {movements ? <MovementsTab list={movements} states={props.states} /> : null}
      {ledger ? <LedgerTab list={ledger} /> : null}
      {statements ? <StatementsTab accountId={id} list={statements} /> : null}
      {events ? <HistoryTab events={events} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}
