import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countText } from '~/kit/day'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { useLast } from '~/kit/list/use_last'
import { urlFor } from '~/urls'
import { employeeCells } from './employee_cells'
import type { Choice, EmployeeRow } from './employee_row'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Figures = { active: number; leave: number; unverified: number; unpaid: number }
/** The figures come after the page. */
type Props = { employees: ListOf<EmployeeRow>; figures?: Figures; centers: Choice[]; states: Choice[] }

export default function EmployeesIndex({ employees, figures, centers, states }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <ListPage
      title="Empleados"
      list={employees}
      cells={employeeCells}
      storageKey="employees"
      figures={figuresOf(useLast(figures))}
      filters={filtersOf(centers, states)}
      searchLabel="Buscar por nombre, código o DNI"
      rowHref={(row) => urlFor('employees.edit', { id: row.id })}
      nouns={{ one: 'empleado', many: 'empleados' }}
      empty={{
        text: 'No hay empleados.',
        action: <Button onClick={() => setIsCreating(true)}>Nuevo empleado</Button>,
      }}
      isExportable
      menu={[{ label: 'Importar empleados', href: urlFor('employees.imports.create') }]}
      actions={<Button onClick={() => setIsCreating(true)}>Nuevo empleado</Button>}
    >
      <Suspense>{isCreating ? <CreateDialog onClose={() => setIsCreating(false)} /> : null}</Suspense>
    </ListPage>
  )
}

function figuresOf(figures: Figures | undefined) {
  const value = (name: keyof Figures) => (figures ? countText(figures[name]) : '–')
  return [
    { label: 'Activos', value: value('active'), href: urlFor('employees', null, { status: ['active'] }) },
    { label: 'Ausentes', value: value('leave'), href: urlFor('employees', null, { status: ['leave'] }) },
    {
      label: 'Cuentas sin verificar',
      value: value('unverified'),
      href: urlFor('employees', null, { bank: 'unverified' }),
    },
    { label: 'Sin cuenta', value: value('unpaid'), href: urlFor('employees', null, { bank: 'none' }) },
  ]
}

const filtersOf = (centers: Choice[], states: Choice[]): Filter[] => [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'status', label: 'Estado', kind: 'multi', options: states },
  { name: 'center_id', label: 'Centro', kind: 'select', options: centers },
  {
    name: 'bank',
    label: 'Banco',
    kind: 'select',
    options: [
      { value: 'verified', label: 'Verificada' },
      { value: 'unverified', label: 'Sin verificar' },
      { value: 'none', label: 'Sin cuenta' },
    ],
  },
]
