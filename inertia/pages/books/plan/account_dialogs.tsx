import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { PlanRow } from './plan_props'

type CreateProps = { parent: string; siteId: number | null; onClose: () => void }

/** Opens an account under a node of a company's plan. */
export function CreateSubaccountDialog({ parent, siteId, onClose }: CreateProps) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: {
      siteId: siteId === null ? null : (String(siteId) as string | null),
      parent,
      code: parent,
      name: '',
      reconcilable: 'auto',
      partner: null as string | null,
    },
    url: urlFor('accounts.plan.store'),
    leaving: 'allow',
    onSuccess: onClose,
    transform: ({ reconcilable, ...values }) => ({
      ...values,
      reconcilable: reconcilable === 'auto' ? null : reconcilable === 'yes',
    }),
  })
  return (
    <FormDialog opened onClose={onClose} title="Crear subcuenta" form={form} submitLabel="Crear subcuenta">
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
      />
      <TextField label="Cuenta padre" isRequired lengthMax={12} {...form.field('parent')} />
      <TextField
        label="Código"
        isRequired
        hasFocus
        lengthMax={12}
        help="Con todas las cifras de las cuentas de la empresa"
        {...form.field('code')}
      />
      <TextField label="Nombre" isRequired lengthMax={120} {...form.field('name')} />
      <RadioField label="Conciliable" options={MATCHED} {...form.field('reconcilable')} />
      {form.errors.partner || form.values.partner ? (
        <PartnerField own={form.values.siteId} field={form.field('partner')} />
      ) : null}
    </FormDialog>
  )
}

const MATCHED = [
  { value: 'auto', label: 'Según su número' },
  { value: 'yes', label: 'Sí' },
  { value: 'no', label: 'No' },
]

/** Changes what an account is called and whether its lines are matched with each other. */
export function RenameAccountDialog({ row, onClose }: { row: PlanRow; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { name: row.name, reconcilable: row.reconcilable, partner: row.partner || null },
    url: urlFor('accounts.plan.update', { account: row.accountId ?? 0 }),
    method: 'put',
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title={`Cambiar la cuenta ${row.code}`} form={form}>
      <TextField label="Nombre" isRequired hasFocus lengthMax={120} {...form.field('name')} />
      <CheckboxField
        label="Conciliable"
        help="Sus apuntes se puntean entre sí y aparecen en las partidas abiertas."
        {...form.field('reconcilable')}
      />
      {row.partner === null ? null : <PartnerField own={String(row.siteId)} field={form.field('partner')} />}
    </FormDialog>
  )
}

type PartnerProps = { own: string | null; field: FieldBinding<string | null> }

/** With which company of the group the balance of an account is: it moves in the books of both. */
function PartnerField({ own, field }: PartnerProps) {
  const { sites } = useShared()
  return (
    <SelectField
      {...field}
      label="Saldo con"
      isRequired
      help="Sus apuntes se registran a la vez en los libros de las dos empresas."
      options={[
        ...sites
          .filter(({ id }) => String(id) !== own)
          .map(({ id, name }) => ({ value: String(id), label: name })),
        { value: 'outside', label: 'Una empresa con los libros fuera de la aplicación' },
      ]}
    />
  )
}

/** Gives a company the accounts of the Plan General that it lacks. */
export function TemplateDialog({ siteId, onClose }: { siteId: number | null; onClose: () => void }) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: { siteId: siteId === null ? null : (String(siteId) as string | null), plan: 'normal' },
    url: urlFor('accounts.plan.template.store'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Completar con el Plan General"
      form={form}
      submitLabel="Añadir las que faltan"
    >
      <p>Se añaden los grupos y cuentas del PGC que la empresa no tiene; las que tiene no cambian.</p>
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
      />
      <RadioField
        label="Plan"
        options={[
          { value: 'normal', label: 'PGC normal' },
          { value: 'pymes', label: 'PGC de pymes' },
        ]}
        {...form.field('plan')}
      />
    </FormDialog>
  )
}
