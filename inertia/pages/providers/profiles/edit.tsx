import { urlFor } from '~/urls'
import { ProfileForm } from './profile_form'
import type { ProfileHead } from './profile_head'
import type { FormChoices, ProfileValues } from './profile_types'

type Props = FormChoices & { profile: ProfileHead; form: ProfileValues & { hiddenSites: number } }

export default function ProfileEdit({ profile, form, categories, sites, codes }: Props) {
  const { hiddenSites, ...initial } = form
  const keys = { profile: profile.id }
  return (
    <ProfileForm
      title={form.name}
      provider={profile.provider}
      profileId={profile.id}
      initial={initial}
      hiddenSites={hiddenSites}
      url={urlFor('providers.profiles.update', keys)}
      method="put"
      submitLabel="Guardar cambios"
      cancelHref={urlFor('providers.profiles.show', keys)}
      categories={categories}
      sites={sites}
      codes={codes}
    />
  )
}
