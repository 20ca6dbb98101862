// What a text about time needs: the current instant and the company's time zone.
export type Clock = { now: number; zone: string }
