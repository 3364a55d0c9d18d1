import { useFormSubmission } from '~/kit/form/use_form_submission'

export type UserValues = {
  name: string
  email: string
  role: string | null
  allSites: boolean
  siteIds: string[]
  sharedInbox: boolean
}

type Sending = { initial: UserValues; url: string; method: 'post' | 'put'; lockVersion?: number }

/** The form of a user; companies are sent as keys, and none when they are all meant. */
export function useUserForm({ initial, url, method, lockVersion }: Sending) {
  return useFormSubmission({
    initial,
    url,
    method,
    transform: ({ siteIds, allSites, ...rest }) => {
      const everywhere = allSites || rest.role === 's1st3ma'
      return {
        ...rest,
        allSites: everywhere,
        siteIds: everywhere ? [] : siteIds.map(Number),
        ...(lockVersion === undefined ? {} : { lockVersion }),
      }
    },
  })
}

export type UserForm = ReturnType<typeof useUserForm>
