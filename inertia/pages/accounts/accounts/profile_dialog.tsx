import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { BankProfile, Option } from './account_props'

type Props = {
  accountId: number
  /** The profile to change; a new one when there is none. */
  profile: BankProfile | null
  versions: Option[]
  charsets: Option[]
  channels: Option[]
  onClose: () => void
}

const fresh: BankProfile = {
  id: 0,
  accounts: 0,
  name: '',
  painVersion: '001.001.09',
  charset: 'latin',
  batchBooking: false,
  needsNifSuffix: true,
  needsBic: false,
  instantAllowed: true,
  maxOperations: '1000',
  cutOff: '15:00',
  channel: 'sepa_file',
  gateway: '',
  lockVersion: 0,
}

const valuesOf = (profile: BankProfile) => ({
  name: profile.name,
  painVersion: profile.painVersion as string | null,
  charset: profile.charset as string | null,
  batchBooking: profile.batchBooking,
  needsNifSuffix: profile.needsNifSuffix,
  needsBic: profile.needsBic,
  instantAllowed: profile.instantAllowed,
  maxOperations: profile.maxOperations,
  cutOff: profile.cutOff,
  channel: profile.channel as string | null,
  gateway: profile.gateway,
  lockVersion: profile.lockVersion,
})

/** What a bank asks of a SEPA file; a change holds for every account that has the profile. */
export function ProfileDialog({ accountId, profile, versions, charsets, channels, onClose }: Props) {
  const { accounts } = profile ?? fresh
  const form = useFormSubmission({
    initial: valuesOf(profile ?? fresh),
    method: profile ? 'put' : 'post',
    url: profile
      ? urlFor('accounts.profiles.update', { id: accountId, profile: profile.id })
      : urlFor('accounts.profiles.store', { id: accountId }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={profile ? `Perfil ${profile.name}` : 'Nuevo perfil bancario'}
      form={form}
      submitLabel={profile ? 'Guardar perfil' : 'Crear y asignar'}
    >
      {accounts > 1 ? (
        <p>Lo usan {accounts} cuentas: el cambio vale para los ficheros que se hagan desde ahora en todas.</p>
      ) : null}
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <SelectField label="Canal de pago" isRequired options={channels} {...form.field('channel')} />
      {form.values.channel === 'api' ? (
        <TextField
          label="Conexión"
          help="El nombre de la conexión con el banco. Mientras no esté activa, los pagos esperan aprobados."
          isRequired
          lengthMax={40}
          {...form.field('gateway')}
        />
      ) : null}
      <SelectField label="Formato del fichero" isRequired options={versions} {...form.field('painVersion')} />
      <SelectField label="Caracteres" isRequired options={charsets} {...form.field('charset')} />
      <TextField
        label="Operaciones por fichero"
        help="De 1 a 15.000; las remesas mayores se reparten en varios ficheros."
        isRequired
        lengthMax={5}
        {...form.field('maxOperations')}
      />
      <TextField
        label="Hora de corte"
        help="Hora de Madrid, por ejemplo 15:00; después, los pagos salen el siguiente día hábil."
        isRequired
        lengthMax={5}
        {...form.field('cutOff')}
      />
      <CheckboxField label="Un solo cargo por remesa (batch booking)" {...form.field('batchBooking')} />
      <CheckboxField label="El ordenante va con NIF y sufijo" {...form.field('needsNifSuffix')} />
      <CheckboxField label="Exige el BIC del beneficiario" {...form.field('needsBic')} />
      <CheckboxField label="Admite transferencias inmediatas" {...form.field('instantAllowed')} />
    </FormDialog>
  )
}
