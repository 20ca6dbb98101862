// What a text about time needs: the instant to count from and the account's zone.
export type Clock = { now: number; zone: string }
