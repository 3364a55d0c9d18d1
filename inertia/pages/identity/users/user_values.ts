import { useFormSubmission } from '~/kit/form/use_form_submission'

export type UserValues = {
  name: string
  email: string
  role: string | null
  all_sites: boolean
  site_ids: string[]
  shared_inbox: boolean
}

type Sending = { initial: UserValues; url: string; method: 'post' | 'put'; lockVersion?: number }

/** The form of a user; companies are sent as keys, and none when they are all meant. */
export function useUserForm({ initial, url, method, lockVersion }: Sending) {
  return useFormSubmission({
    initial,
    url,
    method,
    transform: ({ site_ids, all_sites, ...rest }) => {
      const everywhere = all_sites || rest.role === 's1st3ma'
      return {
        ...rest,
        all_sites: everywhere,
        site_ids: everywhere ? [] : site_ids.map(Number),
        ...(lockVersion === undefined ? {} : { lock_version: lockVersion }),
      }
    },
  })
}

export type UserForm = ReturnType<typeof useUserForm>
