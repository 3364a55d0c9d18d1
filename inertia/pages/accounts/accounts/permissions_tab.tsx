import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { PermissionRow } from './account_props'
import styles from './edit.module.css'

type Props = { accountId: number; rows: PermissionRow[]; canWrite: boolean }

/** Who may see, pay from and reconcile the account. A permission narrows what the role gives, and never widens it. */
export function PermissionsTab({ accountId, rows, canWrite }: Props) {
  const [chosen, setChosen] = useState<PermissionRow | null>(null)
  return (
    <div className={styles.page}>
      <p className={styles.quiet}>
        Personas que trabajan con la empresa. Sin permiso propio decide el rol; un permiso propio solo
        restringe. El rol s1st3ma ve siempre todas las cuentas y nadie cambia sus propios permisos.
      </p>
      <PlainTable
        label="Permisos sobre la cuenta"
        phone="cards"
        rows={rows}
        keyOf={(row) => row.userId}
        empty="Nadie trabaja con esta empresa."
        columns={[
          { key: 'name', header: 'Persona', cell: (row) => row.name },
          { key: 'role', header: 'Rol', cell: (row) => row.role },
          { key: 'view', header: 'Ver', cell: (row) => <Right is={row.canView} /> },
          { key: 'pay', header: 'Pagar', cell: (row) => <Right is={row.canPay} /> },
          { key: 'reconcile', header: 'Conciliar', cell: (row) => <Right is={row.canReconcile} /> },
          { key: 'source', header: 'Decide', cell: (row) => <Source row={row} /> },
          ...(canWrite
            ? [
                {
                  key: 'actions',
                  header: 'Acciones',
                  cell: (row: PermissionRow) =>
                    row.canChange ? (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Cambiar los permisos de ${row.name}`}
                        onClick={() => setChosen(row)}
                      >
                        Cambiar
                      </Button>
                    ) : null,
                },
              ]
            : []),
        ]}
      />
      {chosen ? (
        <PermissionDialog
          key={chosen.userId}
          accountId={accountId}
          row={chosen}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  )
}

function Right({ is }: { is: boolean | null }) {
  if (is === null) return <span className={styles.quiet}>–</span>
  return <StatusBadge tone={is ? 'green' : 'red'} label={is ? 'Sí' : 'No'} />
}

function Source({ row }: { row: PermissionRow }) {
  if (!row.isOwn) return <span className={styles.quiet}>el rol</span>
  return (
    <span>
      {row.grantedBy ?? 'permiso propio'}
      {row.grantedAt ? (
        <>
          , <Instant value={row.grantedAt} />
        </>
      ) : null}
    </span>
  )
}

type DialogProps = { accountId: number; row: PermissionRow; onClose: () => void }

function PermissionDialog({ accountId, row, onClose }: DialogProps) {
  const form = useFormSubmission({
    initial: {
      canView: row.canView,
      canPay: row.canPay ?? row.canView,
      canReconcile: row.canReconcile ?? row.canView,
      reason: '',
    },
    method: 'put',
    url: urlFor('accounts.permissions.update', { id: accountId, user: row.userId }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  const sees = form.values.canView
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Permisos de ${row.name}`}
      form={form}
      submitLabel="Guardar permisos"
    >
      <CheckboxField label="Ver la cuenta" {...form.field('canView')} />
      {row.canPay === null ? null : (
        <CheckboxField
          label="Pagar desde ella"
          isDisabled={!sees}
          {...form.field('canPay')}
          value={sees && form.values.canPay}
        />
      )}
      {row.canReconcile === null ? null : (
        <CheckboxField
          label="Importar extractos y conciliar"
          isDisabled={!sees}
          {...form.field('canReconcile')}
          value={sees && form.values.canReconcile}
        />
      )}
      {sees ? null : <p>La cuenta, sus movimientos y sus pagos dejarán de existir para esta persona.</p>}
      <TextAreaField label="Motivo" isRequired {...form.field('reason')} />
    </FormDialog>
  )
}
