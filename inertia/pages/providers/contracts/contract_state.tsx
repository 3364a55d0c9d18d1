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
  const may = (action: string) => contract.actions.includes(action)
  const close = () => setAsked(null)
  return (
    <Section title="Estado">
      <Facts facts={factsOf(page)} />
      <div className={styles.actions}>
        {contract.state === 'pending_approval' && !may('approve') ? (
          <p className={styles.small}>Espera a otra persona: no lo aprueba quien lo preparó.</p>
        ) : null}
        {may('approve') ? (
          <Button fullWidth onClick={() => setConfirmation(approve(contract))}>
            Aprobar
          </Button>
        ) : null}
        {may('submit') ? (
          <Button fullWidth onClick={() => setConfirmation(submit(contract))}>
            Enviar a aprobación
          </Button>
        ) : null}
        {may('edit') ? (
          <Button
            fullWidth
            variant="default"
            component={Link}
            href={urlFor('provider-contracts.edit', { id: contract.id })}
          >
            Editar
          </Button>
        ) : null}
        {may('return') ? (
          <Button fullWidth variant="default" onClick={() => setConfirmation(returnToDraft(contract))}>
            Devolver a borrador
          </Button>
        ) : null}
        {may('resume') ? (
          <Button fullWidth onClick={() => setConfirmation(resume(contract))}>
            Reanudar
          </Button>
        ) : null}
        {may('amend') ? (
          <Button fullWidth variant="default" onClick={() => setAsked('amend')}>
            Nueva adenda
          </Button>
        ) : null}
        {may('revise') ? (
          <Button fullWidth variant="default" onClick={() => setAsked('revise')}>
            Revisar precios
          </Button>
        ) : null}
        {may('deposit') ? (
          <Button fullWidth variant="default" onClick={() => setAsked('deposit')}>
            Registrar fianza
          </Button>
        ) : null}
        {may('suspend') ? (
          <Button fullWidth variant="default" onClick={() => setAsked('suspend')}>
            Suspender
          </Button>
        ) : null}
        {may('terminate') ? (
          <Button fullWidth variant="light" color="red" onClick={() => setAsked('terminate')}>
            Rescindir
          </Button>
        ) : null}
        {may('delete') ? (
          <Button fullWidth variant="light" color="red" onClick={() => setConfirmation(remove(contract))}>
            Eliminar borrador
          </Button>
        ) : null}
      </div>
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
