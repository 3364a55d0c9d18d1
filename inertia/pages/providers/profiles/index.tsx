import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { EmptyState } from '~/kit/list/empty_state'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import { ProfileCard, type ProfileCardData } from './profile_card'
import type { Named } from './profile_types'
import styles from './profiles.module.css'
import { Tester } from './tester'

type Props = { provider: Named; profiles: ProfileCardData[] }

export default function ProfilesIndex({ provider, profiles }: Props) {
  const create = (
    <Button component={Link} href={urlFor('providers.profiles.create', { id: provider.id })}>
      Nuevo perfil
    </Button>
  )
  return (
    <>
      <Head title={`Perfiles de gasto de ${provider.name}`} />
      <PageHead
        title="Perfiles de gasto"
        subtitle={provider.name}
        back={urlFor('providers.edit', { id: provider.id })}
        actions={create}
      />
      {profiles.length === 0 ? (
        <EmptyState text="Este proveedor no tiene perfiles propios: se usan los de todo el grupo y su categoría por defecto." />
      ) : (
        <div className={styles.cards}>
          {profiles.map((profile) => (
            <ProfileCard key={profile.id} profile={profile} />
          ))}
        </div>
      )}
      <Tester
        title="Probador de conceptos"
        help="Qué recibiría una línea de este proveedor con los perfiles de ahora."
        url={urlFor('providers.profiles.test')}
        provider={provider}
      />
    </>
  )
}
