import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { StatusBadge } from '~/kit/status_badge'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import { type Trouble, TroubleNotice } from '../trouble_notice'
import { AccountLinks } from './account_links'
import { connectionEvents, connectionFields, connectionSides } from './connection_events'
import { ConnectionForm } from './connection_form'
import { ConnectionState } from './connection_state'
import type {
  Connection,
  ConnectionEvents,
  FormProps,
  FoundAccount,
  Hint,
  KeptValues,
  OwnChoice,
  Tested,
} from './connection_types'
import { TestResult } from './test_result'

type Props = {
  bank: BankHead
  form: FormProps
  connection: Connection
  values: KeptValues
  feeAccount: PickerOption | null
  hints: Hint[]
  troubles: Trouble[]
  tested: Tested | null
  accounts: FoundAccount[]
  choices: OwnChoice[]
  events: ConnectionEvents
}

/** A connection in full: what it is, what it reaches, which account is which, and its state. */
export default function ConnectionEdit(props: Props) {
  const { bank, connection, tested, accounts, events } = props
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const urls = bankUrls(bank.path)
  return (
    <DetailPage
      title={connection.label}
      subtitle={`${bank.title} · ${connection.site} · ${connection.environment}`}
      status={<StatusBadge {...connection.status} />}
      back={urls.index}
      actions={
        <Button component={Link} href={urls.calls(connection.id)} variant="default">
          Registro de llamadas
        </Button>
      }
      menu={
        bank.pages.includes('documentation')
          ? [{ label: 'Cómo se conecta', href: urls.documentationOf(connection.id) }]
          : []
      }
      rail={
        <>
          <ConnectionState bank={bank} connection={connection} onConfirm={setConfirmation} />
          <Section title="Historial">
            <Timeline
              events={timelineOf(events, connectionEvents, connectionFields, {
                sidesOf: connectionSides(props.form.environments),
              })}
            />
          </Section>
        </>
      }
    >
      <TroubleNotice bank={bank} troubles={props.troubles.map((trouble) => ({ ...trouble, act: null }))} />
      {tested ? <TestResult tested={tested} title={bank.title} /> : null}
      <Section title="Cuentas encontradas">
        <AccountLinks bank={bank} accounts={accounts} choices={props.choices} onConfirm={setConfirmation} />
      </Section>
      <Section title="Datos y credenciales">
        <ConnectionForm
          bank={bank}
          offers={props.form}
          connection={connection}
          values={props.values}
          feeAccount={props.feeAccount}
          hints={props.hints}
          found={tested?.test?.choices}
        />
      </Section>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}
