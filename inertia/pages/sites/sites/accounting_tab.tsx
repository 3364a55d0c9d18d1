import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { AccountRole, SiteHead } from './site_page'
import styles from './sites.module.css'

type Props = { site: SiteHead; roles: AccountRole[]; canWrite: boolean }

/** The accounts the machine books on, by role: the group's, or the company's own. */
export function AccountingTab({ site, roles, canWrite }: Props) {
  const [chosen, setChosen] = useState<AccountRole | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const giveBack = (row: AccountRole): Confirmation => ({
    title: 'Usar la cuenta del grupo',
    question: `«${row.label}» volverá a la cuenta ${row.groupCode}. Los asientos hechos no cambian.`,
    submitLabel: 'Usar la del grupo',
    method: 'delete',
    url: urlFor('sites.account-roles.destroy', { id: site.id, role: row.role }),
  })
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        Cuentas en las que la aplicación contabiliza. Un cambio vale para los asientos que se hagan desde
        ahora.
      </p>
      <PlainTable
        label="Cuentas contables por función"
        phone="cards"
        rows={roles}
        keyOf={(row) => row.role}
        columns={[
          { key: 'label', header: 'Función', cell: (row) => row.label },
          { key: 'group', header: 'Grupo', cell: (row) => <span className="num">{row.groupCode}</span> },
          { key: 'own', header: 'Empresa', cell: (row) => <OwnCode row={row} /> },
          { key: 'name', header: 'Cuenta', cell: (row) => row.accountName ?? '–' },
          ...(canWrite
            ? [
                {
                  key: 'actions',
                  header: 'Acciones',
                  cell: (row: AccountRole) => (
                    <span className={styles.row}>
                      <Button size="compact-sm" variant="default" onClick={() => setChosen(row)}>
                        Cambiar
                      </Button>
                      {row.ownCode ? (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setConfirmation(giveBack(row))}
                        >
                          Usar la del grupo
                        </Button>
                      ) : null}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {chosen ? (
        <RoleDialog key={chosen.role} site={site} role={chosen} onClose={() => setChosen(null)} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

function OwnCode({ row }: { row: AccountRole }) {
  return row.ownCode ? (
    <strong className="num">{row.ownCode}</strong>
  ) : (
    <span className={styles.quiet}>la del grupo</span>
  )
}

function RoleDialog({ site, role, onClose }: { site: SiteHead; role: AccountRole; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { accountCode: role.ownCode ?? role.groupCode },
    method: 'put',
    url: urlFor('sites.account-roles.update', { id: site.id, role: role.role }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={role.label}
      form={form}
      submitLabel="Guardar cuenta"
      size="sm"
    >
      <TextField
        label="Cuenta contable"
        isRequired
        hasFocus
        lengthMax={12}
        help={`El grupo usa la ${role.groupCode}. Debe existir en el plan de la empresa.`}
        {...form.field('accountCode')}
      />
    </FormDialog>
  )
}
