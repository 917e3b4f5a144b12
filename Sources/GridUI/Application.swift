// Placeholder of the room.
