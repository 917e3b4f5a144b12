import Desktop

MainLoop.attach()
