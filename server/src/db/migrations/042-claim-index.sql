-- outside a transaction
-- Claims are few at a time: who looks for one by its id finds it among those of due_check_claimed. An index of its own
-- was an entry that each check wrote.
drop index concurrently if exists due_check_claim; -- safe: the release before finds its claims by the other index
