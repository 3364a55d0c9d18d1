import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'
import type { Absence, EmployeeHead } from './employee_page'
import styles from './employees.module.css'
import { AbsenceDialog, RehireDialog, ReturnDialog, TerminateDialog } from './state_dialogs'

type Asked = 'leave' | 'return' | 'terminate' | 'rehire'
type Props = { employee: EmployeeHead; absences: Absence[] }

/** The state of an employee and what may be done about it. */
export function EmployeeState({ employee, absences }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const may = (transition: Asked) => employee.actions.includes(transition)
  const close = () => setAsked(null)
  const dialogs: Record<Asked, ReactNode> = {
    leave: <AbsenceDialog employee={employee} onClose={close} />,
    return: <ReturnDialog employee={employee} onClose={close} />,
    terminate: <TerminateDialog employee={employee} onClose={close} />,
    rehire: <RehireDialog employee={employee} onClose={close} />,
  }
  return (
    <Section title="Estado">
      <div className={styles.stack}>
        <Facts facts={factsOf(employee, absences)} />
        {employee.isAnonymised ? (
          <p className={styles.small}>
            Pasaron seis años desde la baja: los datos personales se han borrado.
          </p>
        ) : null}
        {may('return') ? (
          <Button fullWidth onClick={() => setAsked('return')}>
            Reincorporar
          </Button>
        ) : null}
        {may('rehire') ? (
          <Button fullWidth onClick={() => setAsked('rehire')}>
            Readmitir
          </Button>
        ) : null}
        {may('leave') ? (
          <Button fullWidth variant="default" onClick={() => setAsked('leave')}>
            Registrar ausencia
          </Button>
        ) : null}
        {employee.isEndPlanned ? (
          <Button fullWidth variant="default" onClick={() => setConfirmation(cancelTermination(employee))}>
            Anular la baja prevista
          </Button>
        ) : null}
        {may('terminate') ? (
          <Button fullWidth variant="light" color="red" onClick={() => setAsked('terminate')}>
            Dar de baja
          </Button>
        ) : null}
      </div>
      {asked ? dialogs[asked] : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function factsOf(employee: EmployeeHead, absences: Absence[]) {
  const planned = absences.findLast((absence) => absence.isPlanned)
  return [
    { label: 'Código', value: <span className="num">{employee.code}</span> },
    { label: 'Empresa', value: employee.site.name },
    { label: 'Alta', value: <Day value={employee.startedOn} /> },
    ...(employee.endedOn
      ? [
          {
            label: employee.isEndPlanned ? 'Baja prevista' : 'Baja',
            value: <Day value={employee.endedOn} />,
          },
          { label: 'Finiquito', value: employee.hasSettlement ? 'Sí' : 'No' },
        ]
      : []),
    ...(employee.endReason ? [{ label: 'Motivo', value: employee.endReason }] : []),
    ...(planned ? [{ label: 'Próxima ausencia', value: <Day value={planned.startsOn} /> }] : []),
  ]
}

const cancelTermination = (employee: EmployeeHead): Confirmation => ({
  title: 'Anular la baja prevista',
  question: `${employee.name} seguirá en la plantilla sin fecha de baja.`,
  submitLabel: 'Anular la baja',
  reason: { label: 'Motivo', isRequired: false },
  url: urlFor('employees.termination.cancel', { id: employee.id }),
  method: 'delete',
})
