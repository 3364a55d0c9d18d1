import { urlFor } from '~/urls'
import { ProfileForm } from './profile_form'
import { emptyProfile, type FormChoices, type Named } from './profile_types'

type Props = FormChoices & { provider: Named | null; concept: string | null }

export default function ProfileCreate({ provider, concept, categories, sites, codes }: Props) {
  return (
    <ProfileForm
      title="Nuevo perfil de gasto"
      provider={provider}
      profileId={null}
      initial={emptyProfile(concept)}
      concept={concept}
      url={
        provider ? urlFor('providers.profiles.store', { id: provider.id }) : urlFor('profile-manager.store')
      }
      method="post"
      submitLabel="Crear perfil"
      cancelHref={
        provider ? urlFor('providers.profiles.index', { id: provider.id }) : urlFor('profile-manager.index')
      }
      categories={categories}
      sites={sites}
      codes={codes}
    />
  )
}
