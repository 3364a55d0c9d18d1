type Follower = (bankAccountId: number) => Promise<void>

const followers: Follower[] = []

/** Higher floors that send money to an account of the group follow its changes from here. */
export function followOwnAccounts(follower: Follower): void {
  followers.push(follower)
}

/** Tells them that the IBAN or the state of an account changed, once that is committed: they lock documents of their own. */
export async function tellOwnAccountChanged(bankAccountId: number): Promise<void> {
  for (const follower of followers) await follower(bankAccountId)
}
