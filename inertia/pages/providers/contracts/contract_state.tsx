import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'
import { approve, remove, resume, returnToDraft, submit } from './confirmations'
import type { ContractFacts, ContractPage } from './contract_page'
import styles from './contracts.module.css'
import { ReviseDialog } from './revise_dialog'
import { AmendDialog, DepositDialog, EndDialog } from './state_dialogs'
import { UsageBar } from './usage_bar'

type Asked = 'suspend' | 'terminate' | 'amend' | 'revise' | 'deposit'

/** The state of a contract, what is next and what may be done about it. */
export function ContractState({ page }: { page: ContractPage }) {
  const { contract } = page
  const [asked, setAsked] = useState<Asked | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const close = () => setAsked(null)
  return (
    <Section title="Estado">
      <Facts facts={factsOf(page)} />
      <StateButtons contract={contract} ask={setAsked} confirm={setConfirmation} />
      {asked === 'suspend' || asked === 'terminate' ? (
        <EndDialog contract={contract} kind={asked} onClose={close} />
      ) : null}
      {asked === 'amend' ? <AmendDialog contract={contract} onClose={close} /> : null}
      {asked === 'revise' ? <ReviseDialog page={page} onClose={close} /> : null}
      {asked === 'deposit' ? <DepositDialog page={page} onClose={close} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

type Head = ContractPage['contract']
type On = { ask: (what: Asked) => void; confirm: (confirmation: Confirmation) => void }
type StateAct = {
  action: string
  label: string
  look: keyof typeof looks
  href?: string
  onClick?: () => void
}

/** The next step is filled, what takes something away is red. */
const looks = {
  next: {},
  other: { variant: 'default' },
  dangerous: { variant: 'light', color: 'red' },
}

function actsOf(contract: Head, { ask, confirm }: On): StateAct[] {
  return [
    { action: 'approve', label: 'Aprobar', look: 'next', onClick: () => confirm(approve(contract)) },
    {
      action: 'submit',
      label: 'Enviar a aprobación',
      look: 'next',
      onClick: () => confirm(submit(contract)),
    },
    {
      action: 'edit',
      label: 'Editar',
      look: 'other',
      href: urlFor('provider-contracts.edit', { id: contract.id }),
    },
    {
      action: 'return',
      label: 'Devolver a borrador',
      look: 'other',
      onClick: () => confirm(returnToDraft(contract)),
    },
    { action: 'resume', label: 'Reanudar', look: 'next', onClick: () => confirm(resume(contract)) },
    { action: 'amend', label: 'Nueva adenda', look: 'other', onClick: () => ask('amend') },
    { action: 'revise', label: 'Revisar precios', look: 'other', onClick: () => ask('revise') },
    { action: 'deposit', label: 'Registrar fianza', look: 'other', onClick: () => ask('deposit') },
    { action: 'suspend', label: 'Suspender', look: 'other', onClick: () => ask('suspend') },
    { action: 'terminate', label: 'Rescindir', look: 'dangerous', onClick: () => ask('terminate') },
    {
      action: 'delete',
      label: 'Eliminar borrador',
      look: 'dangerous',
      onClick: () => confirm(remove(contract)),
    },
  ]
}

/** What may be done about the contract now, the next step first. */
function StateButtons({ contract, ...on }: On & { contract: Head }) {
  const may = (action: string) => contract.actions.includes(action)
  return (
    <div className={styles.actions}>
      {contract.state === 'pending_approval' && !may('approve') ? (
        <p className={styles.small}>Espera a otra persona: no lo aprueba quien lo preparó.</p>
      ) : null}
      {actsOf(contract, on)
        .filter(({ action }) => may(action))
        .map(({ action, label, look, href, onClick }) =>
          href ? (
            <Button key={action} fullWidth {...looks[look]} component={Link} href={href}>
              {label}
            </Button>
          ) : (
            <Button key={action} fullWidth {...looks[look]} onClick={onClick}>
              {label}
            </Button>
          )
        )}
    </div>
  )
}

function factsOf({ contract, facts }: ContractPage) {
  return [
    { label: 'Vigencia', value: <Validity facts={facts} /> },
    ...(facts.noticeUntil ? [{ label: 'Preaviso hasta', value: <Day value={facts.noticeUntil} /> }] : []),
    ...(facts.suspendedOn ? [{ label: 'Suspendido desde', value: <Day value={facts.suspendedOn} /> }] : []),
    ...(facts.endReason ? [{ label: 'Motivo', value: facts.endReason }] : []),
    ...(facts.used
      ? [
          {
            label: facts.cap ? `Consumido (${facts.capPeriod.toLowerCase()})` : 'Facturado',
            value: <UsageBar used={facts.used} cap={facts.cap} />,
          },
        ]
      : []),
    ...(contract.submittedBy ? [{ label: 'Enviado por', value: contract.submittedBy }] : []),
    ...(contract.approvedBy ? [{ label: 'Aprobado por', value: contract.approvedBy }] : []),
  ]
}

function Validity({ facts }: { facts: ContractFacts }) {
  const end = facts.endedOn ?? facts.endsOn
  return (
    <>
      <Day value={facts.startsOn} /> – {end ? <Day value={end} /> : 'sin fin'}
    </>
  )
}
