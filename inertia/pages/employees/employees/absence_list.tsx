import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Absence, EmployeeHead } from './employee_page'

type Props = { employee: EmployeeHead; absences: Absence[] }

/** When the employee was or will be away; what has not begun can be taken back. */
export function AbsenceList({ employee, absences }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const columns: PlainColumn<Absence>[] = [
    { key: 'starts_on', header: 'Primer día', cell: (absence) => <Day value={absence.startsOn} /> },
    {
      key: 'ends_on',
      header: 'Último día',
      cell: (absence) => (absence.endsOn ? <Day value={absence.endsOn} /> : 'Sin fecha prevista'),
    },
    {
      key: 'actions',
      header: '',
      cell: (absence) =>
        absence.isPlanned ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setConfirmation(cancelAbsence(employee.id, absence))}
          >
            Anular
          </Button>
        ) : null,
    },
  ]
  return (
    <>
      <PlainTable
        label="Ausencias"
        phone="cards"
        rows={absences}
        columns={columns}
        keyOf={(absence) => absence.id}
        empty="No hay ausencias registradas."
      />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

const dayText = (day: string) => (isCalendarDate(day) ? formatDay(day) : day)

const cancelAbsence = (employeeId: number, absence: Absence): Confirmation => ({
  title: 'Anular la ausencia',
  question: `Se anulará la ausencia prevista desde el ${dayText(absence.startsOn)}.`,
  submitLabel: 'Anular la ausencia',
  isDangerous: true,
  url: urlFor('employees.absences.cancel', { id: employeeId, absence: absence.id }),
  method: 'delete',
})
