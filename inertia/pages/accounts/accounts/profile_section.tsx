import { Button } from '@mantine/core'
import { useState } from 'react'
import { Facts } from '~/kit/detail/detail_page'
import { SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { BankProfile, DataProps } from './account_props'
import styles from './edit.module.css'
import { ProfileDialog } from './profile_dialog'

type Props = { accountId: number; data: DataProps; canWrite: boolean }

/** How the bank of an account wants its payment files: the profile it has, another one, or a new one. */
export function ProfileSection({ accountId, data, canWrite }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'create' | null>(null)
  const { profiles, bankProfileId: chosenId } = data
  const form = useFormSubmission({
    initial: { bankProfileId: chosenId === null ? null : (String(chosenId) as string | null) },
    method: 'put',
    url: urlFor('accounts.profile.choose', { id: accountId }),
    leaving: 'allow',
  })
  const profile = profiles.find(({ id }) => id === chosenId) ?? null
  return (
    <section className={styles.form} aria-labelledby="profile-title">
      <h2 id="profile-title" className={styles.title}>
        Ficheros de pago
      </h2>
      {canWrite ? (
        <div className={styles.chooser}>
          <SelectField
            label="Perfil bancario"
            isRequired
            options={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field('bankProfileId')}
          />
          <Button
            variant="default"
            loading={form.processing}
            disabled={!form.isDirty}
            onClick={() => form.submit()}
          >
            Asignar
          </Button>
        </div>
      ) : null}
      {profile ? <Facts facts={profileFacts(profile, data, canWrite)} /> : <p>Sin perfil bancario.</p>}
      {canWrite ? (
        <div className={styles.buttons}>
          {profile ? (
            <Button variant="default" onClick={() => setDialog('edit')}>
              Editar perfil
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setDialog('create')}>
            Nuevo perfil
          </Button>
        </div>
      ) : null}
      {dialog ? (
        <ProfileDialog
          accountId={accountId}
          profile={dialog === 'edit' ? profile : null}
          versions={data.painVersions}
          charsets={data.charsets}
          channels={data.channels}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </section>
  )
}

function profileFacts(
  profile: BankProfile,
  { painVersions, charsets, channels }: DataProps,
  canWrite: boolean
) {
  const yes = (is: boolean) => (is ? 'Sí' : 'No')
  const word = (options: { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  return [
    ...(canWrite ? [] : [{ label: 'Perfil', value: profile.name }]),
    { label: 'Canal de pago', value: word(channels, profile.channel) },
    ...(profile.channel === 'api' ? [{ label: 'Conexión', value: profile.gateway }] : []),
    { label: 'Formato', value: word(painVersions, profile.painVersion) },
    { label: 'Caracteres', value: word(charsets, profile.charset) },
    { label: 'Un solo cargo por remesa', value: yes(profile.batchBooking) },
    { label: 'NIF con sufijo', value: yes(profile.needsNifSuffix) },
    { label: 'Exige BIC', value: yes(profile.needsBic) },
    { label: 'Transferencias inmediatas', value: yes(profile.instantAllowed) },
    { label: 'Operaciones por fichero', value: <span className="num">{profile.maxOperations}</span> },
    { label: 'Hora de corte', value: <span className="num">{profile.cutOff}</span> },
    {
      label: 'Lo usan',
      value: profile.accounts === 1 ? '1 cuenta' : `${profile.accounts} cuentas`,
    },
  ]
}
